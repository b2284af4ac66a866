import type { Change } from '@vehicle-insurance/core';
import type { Law } from '../law.ts';

/**
 * Each line of an object's history starts in the state in which the previous line ended. The last line ends in the
 * current state.
 */
export const auditTrail: Law = ({ book, store }) => {
  const judge = (what: 'payment' | 'contract', history: readonly Change[] | undefined, is: Owner): void => {
    const lines = (history ?? []).filter((line) => line.what === what && line.id === is.id);
    const isChain = lines.every(({ from }, index) => from === (lines[index - 1]?.to ?? null));
    if (!isChain || lines.at(-1)?.to !== is.status)
      book.broke(`a history does not lead to the state ${is.status} of its ${what}`);
  };
  return {
    rest: async () => {
      for (const payment of book.payments.values())
        judge('payment', (await store.paymentQueries.find(payment.id))?.history, payment);
      for (const { id } of book.contracts.values()) {
        const view = await store.contractQueries.inspect(id);
        if (view) judge('contract', view.history, view.contract);
      }
    },
  };
};

interface Owner {
  readonly id: string;
  readonly status: string;
}
