import { ACTIONS_IN_ENGLISH, failureIn } from '@vehicle-insurance/core';

/** Throws an error whose message says what is wrong and what to do. */
export const refuse = (line: string): never => {
  throw new Error(line);
};

const WORDS = {
  vehicle_not_found: 'There is no such vehicle. Check the id.',
  document_missing: 'The document’s file is no longer in the document store.',
  storage_unavailable: 'The document store is unavailable. Try again later.',
} as const;

type Absent = 'company_not_found' | 'contract_not_found' | 'payment_not_found' | 'difference_not_open';

/** The message if a command cannot show an object, with what to do next. */
export const inWords = ({ code }: { readonly code: keyof typeof WORDS | Absent }): string =>
  code === 'vehicle_not_found' || code === 'document_missing' || code === 'storage_unavailable'
    ? WORDS[code]
    : failureIn(ACTIONS_IN_ENGLISH, { code });
