import type { ActionItemKind } from '@vehicle-insurance/core';

/** Whether an item is about a payment; the others are about a contract. */
export const isAboutPayment = (kind: ActionItemKind): boolean => /^(payment|refund|session)_/.test(kind);
