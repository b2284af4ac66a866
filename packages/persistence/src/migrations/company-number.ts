import { steps } from './steps.ts';

/** A company's number in eight bytes: a database spread over several nodes gives identities of no other width. */
export const COMPANY_NUMBER = steps('0013', {
  'wider company numbers': ['alter table company alter column number type bigint'],
});
