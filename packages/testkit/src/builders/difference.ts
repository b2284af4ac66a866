import { CURRENCY, type Difference } from '@vehicle-insurance/core';
import { SOME_MORNING } from './days.ts';
import { freshId } from './ids.ts';

/** A payment that the statement lists twice and our records once. */
export const aDifference = (over: Partial<Difference> = {}): Difference => ({
  id: freshId(),
  companyId: freshId(),
  paymentId: freshId(),
  provider: 'fake',
  kind: 'twice',
  subject: 'line payment T1',
  transactionId: 'T1',
  here: null,
  there: 121_428,
  fee: 1_214,
  currency: CURRENCY,
  hereCurrency: CURRENCY,
  status: 'open',
  at: SOME_MORNING,
  found: SOME_MORNING,
  explanation: null,
  ...over,
});
