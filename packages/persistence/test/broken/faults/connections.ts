import { replacing, type Faults } from '../fault.ts';

/** A setting that never ends a wait, however and whenever it is set. */
const endless = (name: string) => replacing(new RegExp(String.raw`(\b${name}\s*(?:=|to)\s*)'?\d+\w*'?`, 'gi'), '$10');

export const CONNECTIONS: Faults = {
  'locks are waited for without end': { foundBy: 'stops in time for locks', statement: endless('lock_timeout') },
  'statements run without end': { foundBy: 'stops in time for statements', statement: endless('statement_timeout') },
  'a connection on which nothing is answered is used again': {
    foundBy: 'stops when nothing is answered, and goes on with another connection',
    connection: 'a silent connection is used again',
  },
  'a server that takes no changes is taken for one that does': {
    foundBy: 'says so through the store as well',
    statement: replacing(/\bcurrent_setting\(\s*'transaction_read_only'\s*\)/gi, `'off'`),
  },
  'a database of another environment is taken for one’s own': {
    foundBy: 'is written by its first migration, and every other one is refused from then on',
    statement: replacing(/\bfrom\s+"?database_environment"?/gi, `from (select 'sandbox' as name) as any_environment`),
  },
};
