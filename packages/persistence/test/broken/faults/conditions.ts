import { dropping, ignoring, replacing, WORK, type Fault, type FaultsByTest } from '../fault.ts';

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
/** Raises the limit that a port's method receives as its last argument. */
const more = (port: 'dueWork' | 'contractDays' | 'idempotencyKeys', method: string): Fault => ({
  ports: (store, touched) => {
    const methods = store[port] as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;
    const raised = (...given: readonly unknown[]) => {
      touched();
      return methods[method]?.(...given.with(-1, Number(given.at(-1)) + MORE));
    };
    return { ...store, [port]: { ...methods, [method]: raised } };
  },
});

const CLOCK = /\b(?:clock|statement)_timestamp\(\)/gi;
const LEASED = /\bset\s+lease_token\s*=\s*\$/i;
const DUE = /\border\s+by\s+due_at\s+limit\s+\$/i;
const DAYS = /\b(?:start_date\s*<=|end_date\s*<)/i;
const FORGOTTEN = /\bdue_at\s+is\s+null\b/i;

export const CONDITIONS: FaultsByTest = {
  'UnitOfWork loses no change if two units change one row without a lock': {
    'a row is saved without checking its version': ignoring('version'),
  },
  'UnitOfWork loses no change if two units change a refund at once, and refuses to save a row that it has not found': {
    'a refund is saved without checking its version': ignoring('version', 'refund'),
  },
  'UnitOfWork loses no change if two units change a request for a certificate at once, and refuses to save a row that it has not found':
    {
      'a request for a certificate is saved without checking its version': ignoring('version', 'certificate_request'),
    },
  'Leases last the seconds set for the kind of the claimed piece, and no longer': {
    'a claim of any kind lasts an hour': lasting('1 hour', ...WORK),
  },
  'IdempotencyKeys hold a key for the requested time, and no longer': {
    'a key is held for an hour': lasting('1 hour', 'idempotency_key'),
  },
  'Leases count as a change of the piece, so that a unit of work that has already read it starts again': {
    'a claim does not count as a change of its row': where(LEASED, dropping(VERSION_COUNTED)),
  },
  'ContractDays make a unit of work that has already read the contract start again': {
    'starting or expiring a contract does not count as a change of its row': where(DAYS, dropping(VERSION_COUNTED)),
  },
  'Leases are checked against the current time, not against the start of the unit of work': {
    'a lease is checked against the start of the transaction': replacing(CLOCK, 'now()', ...WORK),
  },
  'start when they are taken, not when the unit of work began': {
    'a lease begins with the transaction': replacing(/(leased_until"?\s*=\s*)\w+_timestamp\(\)/gi, '$1now()', ...WORK),
  },
  'DueWork finds every kind of due work in the stored state of its payment, contract or other object': {
    'leased work is claimed again': replacing(UNLEASED, 'true', ...WORK),
  },
  'DueWork does not let a slow worker release a piece that another worker has claimed in the meantime': {
    'a lease is released by its previous holder': ignoring('lease_token', ...WORK),
  },
  'Leases are held only under their own token': {
    'any token holds a lease': replacing(
      /(\bselect\s+)("?(?:lease_)?token"?\s*=\s*\$\d+)/gi,
      '$1($2 or true)',
      ...WORK,
    ),
  },
  'DueWork claims the oldest work first, up to the limit': {
    'more is claimed than the limit': more('dueWork', 'claim'),
    'claims come in any order': where(DUE, replacing(/\border\s+by\s+due_at\b/gi, 'order by due_at desc')),
  },
  'Pages and batches start every contract on its first day, batch by batch': {
    'more contracts are started or expired at once than the limit': more('contractDays', 'start'),
  },
  'DueWork deletes finished notifications and pending uploads up to a limit, and no unfinished ones': {
    'more finished work is deleted at once than the limit': more('dueWork', 'forget'),
  },
  'Pages and batches delete every expired idempotency key, batch by batch': {
    'more keys are deleted at once than the limit': more('idempotencyKeys', 'forget'),
  },
  'DueWork deletes no finished piece while a worker holds it': {
    'work in progress is deleted': where(FORGOTTEN, replacing(UNLEASED, 'true', 'notification')),
  },
  'IdempotencyKeys give a key to one of many concurrent callers': {
    'a held key is given to another request': replacing(UNLEASED, 'true', 'idempotency_key'),
  },
  'IdempotencyKeys neither store a response nor release a key for a holder whose lease has ended': {
    'a key is answered or released by a holder whose lease has ended': ignoring('lease_token', 'idempotency_key'),
  },
  'DueWork stores the last run of each job': {
    'the last run of a job is the one reported last': replacing(/\bgreatest\([^)]*\)/gi, 'excluded.at', 'job_run'),
  },
  'The list of action items leaves out a dismissed item until its error begins again or changes': {
    'the current dismissal is the one reported last': replacing(/\bgreatest\([^)]*\)/gi, 'excluded.at', 'dismissal'),
  },
};
