import { replacing, type FaultsByTest } from '../fault.ts';

/** Changes every statement that sets this time-out, so that it sets 0 (no limit). */
const endless = (name: string) => replacing(new RegExp(String.raw`(\b${name}\s*(?:=|to)\s*)'?\d+\w*'?`, 'gi'), '$10');

export const CONNECTIONS: FaultsByTest = {
  'stops waiting for a lock at the time limit': {
    'waits for locks have no limit': endless('lock_timeout'),
  },
  'stops waiting for a slow statement at the time limit': {
    'statements have no time limit': endless('statement_timeout'),
  },
  'gives up a silent server, and continues with another connection': {
    'a silent connection is used for another statement': { connection: 'a silent connection is used again' },
  },
  'makes every call of the store throw the reason': {
    'a read-only server counts as writable': replacing(/\bcurrent_setting\(\s*'transaction_read_only'\s*\)/gi, `'off'`),
  },
  'is recorded by its first migration, and every other environment is refused from then on': {
    'a database of another environment is accepted': replacing(
      /\bfrom\s+"?database_environment"?/gi,
      `from (select 'sandbox' as name) as any_environment`,
    ),
  },
};
