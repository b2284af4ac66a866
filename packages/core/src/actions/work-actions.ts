import { ACTION_ITEM_KINDS, type ActionItemKind } from '../ports/action-items.ts';
import { PROVIDERS } from '../ports/statement-table.ts';
import { JOBS } from '../ports/trigger.ts';
import * as FAULTS from '../shared/faults.ts';
import { Err, Ok } from '../shared/result.ts';
import { invalidRequest } from '../shared/rules.ts';
import { retryDocuments } from '../use-cases/document/retry-documents.ts';
import { dismissActionItem } from '../use-cases/operations/dismiss-action-item.ts';
import { namedFirst, readSearchTerms } from '../use-cases/operations/look-up.ts';
import { explainDifference } from '../use-cases/statement/explain-difference.ts';
import { importTable, previewTable, type ImportTableCommand } from '../use-cases/statement/import-table.ts';
import { openDifferences } from '../use-cases/statement/open-differences.ts';
import { action, isChecked, OPTIONAL_WHY, WHY, type ActionCommand } from './action.ts';

/** At most this many payments and this many contracts are searched for action items. */
const LIMIT = 20;

type ImportValues = Readonly<
  Record<'file' | 'provider', string> &
    Record<'mapping' | 'from' | 'until' | 'allowUnknownKinds' | 'seen' | 'why', string | undefined>
>;

const tableIn = ({ fields, by }: ActionCommand<ImportValues>): ImportTableCommand => {
  const { file, allowUnknownKinds, ...others } = fields;
  return { ...others, table: file, allowsUnknownKinds: isChecked(allowUnknownKinds), by };
};

export const WORK_ACTIONS = {
  'statement import': action({
    about: 'statement',
    isDangerous: true,
    fields: {
      file: { kind: 'file', isArgument: true },
      provider: { kind: 'choice', choices: PROVIDERS },
      mapping: { kind: 'file', optional: true },
      from: { kind: 'day', optional: true },
      until: { kind: 'day', optional: true },
      allowUnknownKinds: { kind: 'check' },
      seen: { kind: 'seen' },
      why: OPTIONAL_WHY,
    },
    preview: (ports, command) => previewTable(ports)(tableIn(command)),
    run: (ports, command) => importTable(ports)(tableIn(command)),
  }),
  'statement explain': action({
    about: 'difference',
    fields: { seen: { kind: 'seen' }, why: WHY },
    run: async (ports, { subject, fields: { why, seen }, by }) => {
      const [difference, ...others] = await openDifferences(ports.store)(subject);
      if (!difference) return Err({ code: 'difference_not_open' } as const);
      if (others.length > 0) return Err({ code: 'difference_ambiguous' } as const);
      const { companyId, paymentId, id } = difference;
      const explained = await explainDifference(ports)({ companyId, paymentId, id, reason: why, by, seen });
      return explained.map((kept) => ({ difference, explained: kept }));
    },
  }),
  'work dismiss': action({
    about: 'item',
    fields: {
      kind: { kind: 'choice', choices: ACTION_ITEM_KINDS, optional: true, isHidden: true },
      seen: { kind: 'seen' },
      why: WHY,
    },
    run: async (ports, { subject, fields: { kind, seen, why }, by }) => {
      const { lookUps } = ports.store;
      const terms = readSearchTerms(subject);
      const found = [...(await lookUps.payments(terms, LIMIT)), ...(await lookUps.contracts(terms, LIMIT))];
      const ids = namedFirst(found).map(({ id }) => id);
      if (ids.length === 0) return Err({ code: 'item_not_listed' } as const);
      return dismissActionItem(ports)({ ids, kind: kind as ActionItemKind | undefined, why, by, seen });
    },
  }),
  'work run': action({
    about: 'service',
    fields: { name: { kind: 'choice', choices: JOBS, isArgument: true } },
    run: async (ports, { fields: { name }, by }) => {
      const job = JOBS.find((each) => each === name);
      if (!job) return Err(invalidRequest([{ field: 'name', message: FAULTS.oneOf(JOBS) }]));
      await ports.lock.pass(async () => {
        if (job === 'documents') await retryDocuments(ports)({ by });
        await ports.jobs[job]();
        await ports.store.jobRuns.record(job, ports.clock.now());
      });
      return Ok({ job });
    },
  }),
  'session end': action({
    about: 'session',
    fields: { why: WHY },
    // Not dangerous: an urgent end of a session must not wait for a second person.
    run: async ({ endSessions }, { subject, fields: { why }, by }) => {
      const done = await endSessions(subject, { by, why });
      return done.ended.length + done.links === 0 ? Err({ code: 'session_not_found' } as const) : Ok(done);
    },
  }),
} as const;
