import type { Law } from '../law.ts';

/** No worker who had asked before a notification sets a next attempt over it; a forged one tells of no payment. */
export const notifications: Law = ({ book, heralded }) => {
  const noticed = new Map<string, number>();
  const asked = new Map<string, number>();
  return {
    answered: ({ given }) => {
      for (const { id, session } of book.payments.values())
        if (session?.id === given || id === given) asked.set(id, book.moment());
    },
    payment: ({ before, after, entry, process }) => {
      const isOverlooked = (asked.get(after.id) ?? 0) < (noticed.get(after.id) ?? 0);
      if (before && entry.by === undefined && isOverlooked && after.due && after.due.at > process.clock.now())
        book.broke('a next attempt was set over a notification that nobody has looked into');
      if (entry.why.code !== 'notification_received') return;
      noticed.set(after.id, book.moment());
      if (!heralded.has(after.id)) book.broke('a payment was notified by what told nothing of it');
    },
  };
};
