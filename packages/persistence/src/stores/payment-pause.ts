import type { Note, PaymentPause } from '@vehicle-insurance/core';
import type { Session } from '../session.ts';

export const paymentPause = (session: Session): PaymentPause => {
  const turn = async (paused: boolean, { at, why, by }: Note): Promise<void> => {
    await session.insert('payment_pause', { paused, at, why, by: by ?? null });
  };
  return {
    /** Asked anew each time: it is one look at the end of a short index. */
    active: async () => {
      const [last] = await session.query<{ paused: boolean }>(
        'select paused from payment_pause order by number desc limit 1',
      );
      return last?.paused ?? false;
    },
    pause: (note) => turn(true, note),
    resume: (note) => turn(false, note),
  };
};
