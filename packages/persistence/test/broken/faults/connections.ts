import { replacing, type Faults } from '../fault.ts';

/** Sets a time-out to 0 (none), in any statement that sets it. */
const endless = (name: string) => replacing(new RegExp(String.raw`(\b${name}\s*(?:=|to)\s*)'?\d+\w*'?`, 'gi'), '$10');

export const CONNECTIONS: Faults = {
  'waits for locks have no limit': {
    foundBy: 'stops waiting for a lock at the time limit',
    statement: endless('lock_timeout'),
  },
  'statements have no time limit': {
    foundBy: 'stops waiting for a slow statement at the time limit',
    statement: endless('statement_timeout'),
  },
  'a silent connection is used for another statement': {
    foundBy: 'gives up a silent server, and continues with another connection',
    connection: 'a silent connection is used again',
  },
  'a read-only server counts as writable': {
    foundBy: 'makes every call of the store throw the reason',
    statement: replacing(/\bcurrent_setting\(\s*'transaction_read_only'\s*\)/gi, `'off'`),
  },
  'a database of another environment is accepted': {
    foundBy: 'is recorded by its first migration, and every other environment is refused from then on',
    statement: replacing(/\bfrom\s+"?database_environment"?/gi, `from (select 'sandbox' as name) as any_environment`),
  },
};
