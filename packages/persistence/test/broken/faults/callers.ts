import { ignoring, replacing, type FaultsByTest } from '../fault.ts';

export const CALLERS: FaultsByTest = {
  'Transaction finds the caller only by a key that is neither revoked nor expired, of a company that is enabled': {
    'a revoked key is accepted': replacing(/\brevoked is null\b/gi, 'true', 'api_key'),
    'an expired key is accepted': replacing(/\bexpires is null or\b/gi, 'true or', 'api_key'),
    'a key is accepted in another environment': ignoring('environment', 'api_key'),
    'a key of a disabled company is accepted': replacing(/\bcompany\.enabled\b/gi, 'true', 'api_key'),
  },
};
