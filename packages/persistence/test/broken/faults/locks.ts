import { dropping, isAbout, replacing, WORK, type FaultsByTest } from '../fault.ts';

const ROW_LOCK = /\bfor\s+(?:no\s+key\s+)?update\b(?!\s+of)(?!\s+skip)/gi;
/** Replaces a call that takes or releases a lock. */
const NOT_CALLED = '($1::bigint is not null)';
const SKIPPING = /\bskip\s+locked\b/gi;

const ofClaims = (change: (text: string) => string) => (text: string) =>
  /\bset\s+lease_token\s*=\s*\$/i.test(text) ? change(text) : text;

const ofDays = (change: (text: string) => string) => (text: string) =>
  isAbout('contract', text) && /\b(?:start_date|end_date)\b/i.test(text) ? change(text) : text;

export const LOCKS: FaultsByTest = {
  'UnitOfWork makes a unit that locks a quote wait for the unit that holds it, and then see its changes': {
    'a quote is read without its lock': dropping(ROW_LOCK, 'quote'),
  },
  'Leases stay with their holder until the unit of work that checked them has ended': {
    'a lease is checked without a lock on its row': dropping(ROW_LOCK, ...WORK),
  },
  'DueWork is not blocked by a unit of work that has locked a piece': {
    'a claim waits for locked pieces': ofClaims(dropping(SKIPPING)),
  },
  'ContractDays are not blocked by a unit of work that has locked a contract': {
    'locked contracts delay others that are due': ofDays(dropping(SKIPPING)),
  },
  'Leases do not block the deletion of other finished pieces': {
    'deleting finished work waits for locked pieces': (text) =>
      /\bdelete\b/i.test(text) ? text.replace(SKIPPING, '') : text,
  },
  'UnitOfWork numbers contracts without gaps, despite failures and concurrent units of work': {
    'a counter advances even if its unit of work is rolled back': {
      schema: `
      create sequence counted;
      create function count_for_good() returns trigger language plpgsql as
      $$ begin new.contracts := nextval('counted'); return new; end $$;
      create trigger counted before update of contracts on company_counter for each row execute function count_for_good()`,
    },
  },
  'lets an exclusive holder run alone, after the current holders and before later ones': {
    'the shared lock is never taken': replacing(/\bpg_advisory_lock(?:_shared)?\((\$\d+)\)/gi, NOT_CALLED),
  },
  'is released when its work ends': {
    'the shared lock is not released when its work ends': replacing(
      /\bpg_advisory_unlock(?:_shared)?\((\$\d+)\)/gi,
      NOT_CALLED,
    ),
  },
};
