import { dropping, isAbout, replacing, WORK, type Faults } from '../fault.ts';

const ROW_LOCK = /\bfor\s+(?:no\s+key\s+)?update\b(?!\s+of)(?!\s+skip)/gi;
const SKIPPING = /\bskip\s+locked\b/gi;

const HELD_UP = 'DueWork: is not blocked by a unit of work that has locked a piece';

const ofClaims = (change: (text: string) => string) => (text: string) =>
  /\bset\s+lease_token\s*=\s*\$/i.test(text) ? change(text) : text;

const ofDays = (change: (text: string) => string) => (text: string) =>
  isAbout('contract', text) && /\b(?:start_date|end_date)\b/i.test(text) ? change(text) : text;

export const LOCKS: Faults = {
  'a quote is read without its lock': {
    foundBy: 'UnitOfWork: makes a unit that locks a quote wait for the unit that holds it, and then see its changes',
    statement: dropping(ROW_LOCK, 'quote'),
  },
  'a lease is checked without a lock on its row': {
    foundBy: 'Leases: stay with their holder until the unit of work that checked them has ended',
    statement: dropping(ROW_LOCK, ...WORK),
  },
  'a claim waits for locked pieces': { foundBy: HELD_UP, statement: ofClaims(dropping(SKIPPING)) },
  'locked contracts delay others that are due': {
    foundBy: 'ContractDays: is not blocked by a unit of work that has locked a contract',
    statement: ofDays(dropping(SKIPPING)),
  },
  'forgetting waits for locked pieces': {
    foundBy: 'Leases: do not block the deletion of other finished pieces',
    statement: (text) => (/\bdelete\b/i.test(text) ? text.replace(SKIPPING, '') : text),
  },
  'a counter advances even if its unit of work is rolled back': {
    foundBy: 'UnitOfWork: numbers contracts without gaps, despite failures and concurrent units of work',
    schema: `
      create sequence counted;
      create function count_for_good() returns trigger language plpgsql as
      $$ begin new.contracts := nextval('counted'); return new; end $$;
      create trigger counted before update of contracts on company_counter for each row execute function count_for_good()`,
  },
  'the shared lock is never taken': {
    foundBy: 'lets an exclusive holder run alone, after the current holders and before later ones',
    statement: replacing(/\bpg_advisory_lock(?:_shared)?\((\$\d+)\)/gi, '($1::bigint is not null)'),
  },
  'the shared lock is not released when its work ends': {
    foundBy: 'is released when its work ends',
    statement: replacing(/\bpg_advisory_unlock(?:_shared)?\((\$\d+)\)/gi, '($1::bigint is not null)'),
  },
};
