import {
  describeSubjects,
  spaced,
  type ActionName,
  type DoneOf,
  type WrittenBordereaux,
} from '@vehicle-insurance/core';
import { table, type CommandOutput } from './command-output.ts';
import type { Context } from './context.ts';
import { refuse } from './refusal.ts';
import { actionItemTable } from './views/action-item-table.ts';
import { contractJson } from './views/contract-view.ts';
import { differenceTable } from './views/difference-table.ts';
import { withoutHash } from './views/key-view.ts';
import { figuresTables } from './views/statement-figures.ts';
import { paymentJson } from './views/payment-view.ts';

interface Ran {
  readonly context: Context;
  readonly subject: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The result in words. */
  readonly text: string;
}

/** The output of an action. `more` is printed after the result in words. */
interface Printed {
  readonly json: unknown;
  readonly more?: string;
}

type Printers = { readonly [Name in ActionName]: (done: DoneOf<Name>, ran: Ran) => Printed | Promise<Printed> };

/** Returns the output of an action. The form of the JSON is stable, because scripts depend on it. */
export const printAction = async (name: ActionName, done: unknown, ran: Ran): Promise<CommandOutput> => {
  const { json, more } = await (PRINTERS[name] as (done: unknown, ran: Ran) => Printed | Promise<Printed>)(done, ran);
  return { json, text: more === undefined ? ran.text : `${ran.text}\n\n${more}` };
};

const paymentOf = async ({ context, subject }: Ran) => {
  const details = await context.store.paymentQueries.find(subject);
  return details && paymentJson(details);
};

const retried = (contracts: readonly string[]): Printed => ({
  json: contracts.map((contractId) => ({ contractId, certificateStatus: 'pending' })),
});

const PRINTERS: Printers = {
  'payment close': async (_, ran) => ({ json: await paymentOf(ran) }),
  'payment refunded': async ({ givenBackBy }, ran) => ({ json: { ...(await paymentOf(ran)), givenBackBy } }),
  'payment settle': (json) => ({ json }),
  'payment pause': (_, { fields, context }) => ({ json: { paused: true, why: fields['why'], by: context.by } }),
  'payment resume': () => ({ json: { paused: false } }),
  'contract cancel': async ({ isPreview, terms, refundMode }, { context: { ports, store }, subject }) => {
    const details = await store.contractQueries.inspect(subject);
    const contract = details && (await contractJson(ports.documents, details));
    return { json: { ...contract, cancellation: { isPreview, ...terms, refundMode } } };
  },
  'contract link': (json) => ({ json }),
  'certificate annulled': (_, { subject }) => ({ json: { contractId: subject, annulled: true } }),
  'certificate retry': (_, { subject }) => retried([subject]),
  'certificate retry --all': retried,
  'certificate attach': (_, { subject, fields }) => ({
    json: { contractId: subject, certificateStatus: 'issued', certificateNumber: fields['number'] },
  }),
  'company add': ({ id, name }) => ({ json: { id, name } }),
  'company set': (json) => ({ json }),
  'company disable': (json) => ({ json }),
  'company enable': (json) => ({ json }),
  'key issue': ({ key, apiKey: { id, label, expires } }) => ({ json: { id, key, label, expires } }),
  'key revoke': (key) => ({ json: withoutHash(key) }),
  'books close': ({ closing, bordereaux }, { text }) => {
    if (bordereaux.isErr()) return refuse(text);
    return { json: { ...closing, bordereaux: bordereaux.value }, more: bordereauxTable(bordereaux.value) };
  },
  'books record': (json) => ({ json }),
  'books reverse': (json) => ({ json }),
  'bordereau make': (json) => ({ json, more: bordereauxTable(json) }),
  'statement import': (json) => ({ json, more: figuresTables(json) }),
  'statement explain': ({ difference, explained }) => ({ json: explained, more: differenceTable([difference]) }),
  'work dismiss': async (item, { context: { store } }) => ({
    json: item,
    more: await actionItemTable(describeSubjects(store), [item]),
  }),
  'work run': ({ job }, { context: { failed } }) =>
    failed() > 0
      ? refuse(`${failed()} tasks failed and will be retried later; the errors are above.`)
      : { json: { ran: job } },
  'session end': (json) => ({ json }),
};

/** The bordereaux that were written, with a row for each insurer. */
const bordereauxTable = (written: readonly WrittenBordereaux[]): string => {
  const rows = written.map(({ name, intermediaries, folder }) => {
    const count = (list: 'issued' | 'cancelled' | 'collected') =>
      spaced(intermediaries.reduce((all, { totals }) => all + totals[list].rows, 0));
    return [name, folder, count('issued'), count('cancelled'), count('collected')];
  });
  return table(['INSURER', 'FOLDER', 'ISSUED', 'CANCELLED', 'COLLECTED'], rows, 2);
};
