import type { Attention } from './kernel/attention.ts';
import { dateOf, later, type TimeZone } from './kernel/calendar.ts';
import type { Clock } from './kernel/ports.ts';
import type { WorkViews } from './kernel/work-status.ts';
import { CONFIRMATION_WINDOW } from './payment/schedule.ts';

/** Lists what waits for a person. */
export type ListAttention = () => Promise<readonly Attention[]>;

/** Everything that waits for a person, over all companies, most urgent first. */
export const listAttention =
  ({ workViews, clock, zone }: { workViews: WorkViews; clock: Clock; zone: TimeZone }): ListAttention =>
  () => {
    const now = clock.now();
    const windowsBegunUntil = later(now, { minutes: -CONFIRMATION_WINDOW });
    return workViews.attention({ windowsBegunUntil, today: dateOf(now, zone) });
  };
