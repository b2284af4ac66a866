import { ignoring, replacing, type Faults } from '../fault.ts';

const foundBy =
  'Transaction: finds the caller only by a key that is neither revoked nor expired, of a company that is enabled';

export const CALLERS: Faults = {
  'a revoked key is accepted': { foundBy, statement: replacing(/\brevoked is null\b/gi, 'true', 'api_key') },
  'an expired key is accepted': { foundBy, statement: replacing(/\bexpires is null or\b/gi, 'true or', 'api_key') },
  'a key is accepted in another environment': { foundBy, statement: ignoring('environment', 'api_key') },
  'a key of a disabled company is accepted': {
    foundBy,
    statement: replacing(/\bcompany\.enabled\b/gi, 'true', 'api_key'),
  },
};
