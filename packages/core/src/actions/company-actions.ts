import { forEachFact } from '../domain/company/company.ts';
import { parseDate, parseInstant, startOfDay, type Instant, type TimeZone } from '../shared/calendar.ts';
import { Err } from '../shared/result.ts';
import { addCompany } from '../use-cases/company/add-company.ts';
import { enableCompany } from '../use-cases/company/enable-company.ts';
import { findCompany } from '../use-cases/company/find-company.ts';
import { issueKey } from '../use-cases/company/issue-key.ts';
import { revokeKey } from '../use-cases/company/revoke-key.ts';
import { setCompany } from '../use-cases/company/set-company.ts';
import { action } from './action.ts';

const FACTS = forEachFact(() => ({ kind: 'text', optional: true, canBeEmpty: true }) as const);

const switching = (enabled: boolean) =>
  action({
    about: 'company',
    isDangerous: true,
    fields: {},
    run: (ports, { subject, by }) => enableCompany(ports)({ company: subject, enabled, by }),
  });

/**
 * A day means its first moment. A text that cannot be parsed is returned unchanged, and the use case refuses the text.
 */
const momentIn = (text: string, zone: TimeZone): Instant => {
  const date = parseDate(text);
  return parseInstant(text) ?? (date ? startOfDay(date, zone) : (text as Instant));
};

export const COMPANY_ACTIONS = {
  'company add': action({
    about: 'service',
    fields: {
      name: { kind: 'text', isArgument: true },
      ...forEachFact(() => ({ kind: 'text', optional: true }) as const),
    },
    run: (ports, { fields, by }) => addCompany(ports)({ ...fields, by }),
  }),
  'company set': action({
    about: 'company',
    fields: { name: { kind: 'text', optional: true }, ...FACTS },
    present: async (ports, subject) => {
      const company = await findCompany(ports)(subject);
      return company ? { name: company.name, ...forEachFact((fact) => company[fact] ?? '') } : {};
    },
    run: async (ports, { subject, fields, by }) =>
      Object.values(fields).every((value) => value === undefined)
        ? Err({ code: 'nothing_to_correct' } as const)
        : setCompany(ports)({ company: subject, ...fields, by }),
  }),
  'company disable': switching(false),
  'company enable': switching(true),
  'key issue': action({
    about: 'company',
    isDangerous: true,
    showsSecret: true,
    fields: { label: { kind: 'text', optional: true }, expires: { kind: 'moment', optional: true } },
    run: (ports, { subject, fields: { label, expires }, by }) =>
      issueKey(ports)({
        company: subject,
        label,
        expires: expires === undefined ? undefined : momentIn(expires, ports.zone),
        by,
      }),
  }),
  'key revoke': action({
    about: 'company',
    isDangerous: true,
    fields: { key: { kind: 'text', isArgument: true } },
    // On the command line, the subject is empty, because the key identifies the company.
    run: (ports, { subject, fields: { key }, by }) =>
      revokeKey(ports)({ key, companyId: subject === '' ? undefined : subject, by }),
  }),
} as const;
