import { dropping, ignoring, replacing, WORK, type Faults } from '../fault.ts';

const VERSION_COUNTED = /,\s*"?version"?\s*=\s*"?version"?\s*\+\s*1\b/gi;
const UNLEASED = /\(\s*(\w+\.)?leased_until\s+is\s+null\s+or\s+(?:\w+\.)?leased_until\s*<=\s*\w+\(\)\s*\)/gi;

const where = (words: RegExp, change: (text: string) => string) => (text: string) =>
  words.test(text) ? change(text) : text;
const lasting = (interval: string, ...tables: readonly string[]) =>
  replacing(
    /(_timestamp\(\)\s*\+\s*)(make_interval\([^)]*\)|interval '[^']*')/gi,
    `$1greatest($2, interval '${interval}')`,
    ...tables,
  );

const MORE = 1_000;
const more =
  <Args extends readonly unknown[], Value>(touched: () => void, port: (...args: [...Args, number]) => Value) =>
  (...args: [...Args, number]): Value => {
    touched();
    return port(...(args.with(-1, (args.at(-1) as number) + MORE) as [...Args, number]));
  };

const LEASED = /\bset\s+lease_token\s*=\s*\$/i;
const DUE = /\border\s+by\s+due_at\s+limit\s+\$/i;
const DAYS = /\b(?:start_date\s*<=|end_date\s*<)/i;
const FORGOTTEN = /\bdue_at\s+is\s+null\b/i;

export const CONDITIONS: Faults = {
  'a row is saved without checking its version': {
    foundBy: 'UnitOfWork: loses no change if two units change one row without a lock',
    statement: ignoring('version'),
  },
  'a refund is saved without checking its version': {
    foundBy:
      'UnitOfWork: loses no change if two units change a refund at once, and refuses to save a row that it has not found',
    statement: ignoring('version', 'refund'),
  },
  'a request for a certificate is saved without checking its version': {
    foundBy:
      'UnitOfWork: loses no change if two units change a request for a certificate at once, and refuses to save a row that it has not found',
    statement: ignoring('version', 'certificate_request'),
  },
  'a claim of any kind lasts an hour': {
    foundBy: 'Leases: of a claimed piece end after the seconds of its kind, and not before',
    statement: lasting('1 hour', ...WORK),
  },
  'a key is held for an hour': {
    foundBy: 'IdempotencyKeys: holds a key for the requested time, and no longer',
    statement: lasting('1 hour', 'idempotency_key'),
  },
  'a claim does not count as a change of its row': {
    foundBy: 'Leases: count as a change of the piece, so that a unit of work that has already read it starts again',
    statement: where(LEASED, dropping(VERSION_COUNTED)),
  },
  'starting or expiring a contract does not count as a change of its row': {
    foundBy: 'ContractDays: makes a unit of work that has already read the contract start again',
    statement: where(DAYS, dropping(VERSION_COUNTED)),
  },
  'a lease is checked against the start of the transaction': {
    foundBy: 'Leases: end by the time of the check, not by the start of the unit of work',
    statement: replacing(/\b(?:clock|statement)_timestamp\(\)/gi, 'now()', ...WORK),
  },
  'a lease begins with the transaction': {
    foundBy: 'start when they are taken, not when the unit of work began',
    statement: replacing(/(leased_until"?\s*=\s*)\w+_timestamp\(\)/gi, '$1now()', ...WORK),
  },
  'leased work is claimed again': {
    foundBy: 'DueWork: reads every kind of due work from the state it belongs to',
    statement: replacing(UNLEASED, 'true', ...WORK),
  },
  'a lease is released by its previous holder': {
    foundBy: 'DueWork: does not let a slow worker release a piece that another worker has claimed in the meantime',
    statement: ignoring('lease_token', ...WORK),
  },
  'any token holds a lease': {
    foundBy: 'Leases: are held only under their own token',
    statement: replacing(/(\bselect\s+)("?(?:lease_)?token"?\s*=\s*\$\d+)/gi, '$1($2 or true)', ...WORK),
  },
  'more is claimed than the limit': {
    foundBy: 'DueWork: claims the oldest work first, up to the limit',
    ports: (store, touched) => ({ ...store, dueWork: { ...store.dueWork, claim: more(touched, store.dueWork.claim) } }),
  },
  'claims come in any order': {
    foundBy: 'DueWork: claims the oldest work first, up to the limit',
    statement: where(DUE, replacing(/\border\s+by\s+due_at\b/gi, 'order by due_at desc')),
  },
  'more contracts are started or expired at once than the limit': {
    foundBy: 'Pages: start every contract on its first day, batch by batch',
    ports: (store, touched) => ({
      ...store,
      contractDays: { ...store.contractDays, start: more(touched, store.contractDays.start) },
    }),
  },
  'more finished work is forgotten at once than the limit': {
    foundBy: 'DueWork: deletes finished rows that exist only for their work, up to a limit, and no others',
    ports: (store, touched) => ({
      ...store,
      dueWork: { ...store.dueWork, forget: more(touched, store.dueWork.forget) },
    }),
  },
  'more keys are forgotten at once than the limit': {
    foundBy: 'Pages: delete every expired idempotency key, batch by batch',
    ports: (store, touched) => ({
      ...store,
      idempotencyKeys: { ...store.idempotencyKeys, forget: more(touched, store.idempotencyKeys.forget) },
    }),
  },
  'work in progress is forgotten': {
    foundBy: 'DueWork: deletes no finished piece while a worker holds it',
    statement: where(FORGOTTEN, replacing(UNLEASED, 'true', 'notification')),
  },
  'a held key is given to another request': {
    foundBy: 'IdempotencyKeys: gives a key to one of many concurrent callers',
    statement: replacing(UNLEASED, 'true', 'idempotency_key'),
  },
  'a key is answered or released by a holder whose lease has ended': {
    foundBy: 'IdempotencyKeys: neither stores a response nor releases a key for a holder whose lease has ended',
    statement: ignoring('lease_token', 'idempotency_key'),
  },
  'the last run of a job is the one reported last': {
    foundBy: 'DueWork: stores the last run of each job',
    statement: replacing(/\bgreatest\([^)]*\)/gi, 'excluded.at', 'job_run'),
  },
  'the current dismissal is the one reported last': {
    foundBy: 'The list of action items: leaves out a dismissed item until its error begins again or changes',
    statement: replacing(/\bgreatest\([^)]*\)/gi, 'excluded.at', 'dismissal'),
  },
};
