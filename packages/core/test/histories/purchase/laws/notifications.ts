import type { Law } from '../law.ts';

/** A worker that queried before a notification schedules no later attempt. A forged notification changes no payment. */
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
        book.broke('a next attempt was postponed although a notification has not been checked yet');
      if (entry.why.code !== 'notification_received') return;
      noticed.set(after.id, book.moment());
      if (!heralded.has(after.id)) book.broke('a payment was notified without a genuine notification');
    },
  };
};
