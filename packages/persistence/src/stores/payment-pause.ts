import type { AuditEntry, PaymentPause } from '@vehicle-insurance/core';
import type { Session } from '../session.ts';

export const paymentPause = (session: Session): PaymentPause => {
  const turn = async (paused: boolean, { at, why, by }: AuditEntry): Promise<void> => {
    await session.insert('payment_pause', { paused, at, why, by: by ?? null });
  };
  return {
    /** Read anew each time: one step at the end of a short index. */
    active: async () => {
      const [last] = await session.query<{ paused: boolean }>(
        'select paused from payment_pause order by number desc limit 1',
      );
      return last?.paused ?? false;
    },
    pause: (entry) => turn(true, entry),
    resume: (entry) => turn(false, entry),
  };
};
