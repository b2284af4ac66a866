import type { Law } from '../law.ts';

/** The history of each payment tells how it came to be what it is. */
export const auditTrail: Law = ({ book, store }) => ({
  rest: async () => {
    for (const { id, status } of book.payments.values()) {
      const history = (await store.paymentQueries.find(id))?.history ?? [];
      const lines = history.filter((line) => line.what === 'payment' && line.id === id);
      const isChain = lines.every(({ from }, index) => from === (lines[index - 1]?.to ?? null));
      if (!isChain || lines.at(-1)?.to !== status) book.broke('a history does not tell how its payment came to be');
    }
  },
});
