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
  'a lease is looked at without its row’s lock': {
    foundBy: 'Leases: stay with their holder until the unit of work that checked them has ended',
    statement: dropping(ROW_LOCK, ...WORK),
  },
  'a claim waits for pieces that are locked': { foundBy: HELD_UP, statement: ofClaims(dropping(SKIPPING)) },
  'contracts that are locked hold up those whose day has come': {
    foundBy: 'ContractDays: are not blocked by a unit of work that has locked a contract',
    statement: ofDays(dropping(SKIPPING)),
  },
  'forgetting waits for pieces that are locked': {
    foundBy: 'Leases: do not block the deletion of other finished pieces',
    statement: (text) => (/\bdelete\b/i.test(text) ? text.replace(SKIPPING, '') : text),
  },
  'a counter advances whatever becomes of its unit of work': {
    foundBy: 'UnitOfWork: numbers contracts without gaps, despite failures and concurrent units of work',
    schema: `
      create sequence counted;
      create function count_for_good() returns trigger language plpgsql as
      $$ begin new.contracts := nextval('counted'); return new; end $$;
      create trigger counted before update of contracts on company_counter for each row execute function count_for_good()`,
  },
  'the shared lock is never taken': {
    foundBy: 'is alone inside when it holds the lock alone, after those who hold it and before those who come later',
    statement: replacing(/\bpg_advisory_lock(?:_shared)?\((\$\d+)\)/gi, '($1::bigint is not null)'),
  },
  'the shared lock is kept when what it ran is over': {
    foundBy: 'holds nothing once what it ran is over',
    statement: replacing(/\bpg_advisory_unlock(?:_shared)?\((\$\d+)\)/gi, '($1::bigint is not null)'),
  },
};
