import { CONFIRMATION_WINDOW } from '../../domain/payment/schedule.ts';
import type { Attention, Lateness } from '../../ports/attention.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WorkViews } from '../../ports/work-views.ts';
import { dateOf, later, type Instant, type TimeZone } from '../../shared/calendar.ts';

/** Lists what has trouble, or only what some payments and contracts have. */
export type ListAttention = (about?: readonly string[]) => Promise<readonly Attention[]>;

/** Minutes after which a certificate, a document or a refund that should be there is late. */
const LATE_AFTER = 60;

/** Minutes an authority may take over a certificate whose cover begins on the day it was paid for. */
const FIRST_DAY_PATIENCE = 5;

/** Everything that waits longer than it should and was not dismissed, over all companies, most urgent first. */
export const listAttention =
  ({ workViews, clock, zone }: { workViews: WorkViews; clock: Clock; zone: TimeZone }): ListAttention =>
  (about) =>
    workViews.attention(latenessAt(clock.now(), zone), about);

const latenessAt = (now: Instant, zone: TimeZone): Lateness => ({
  windowsBegunUntil: later(now, { minutes: -CONFIRMATION_WINDOW }),
  lateSince: later(now, { minutes: -LATE_AFTER }),
  certificatesAskedUntil: later(now, { minutes: -FIRST_DAY_PATIENCE }),
  today: dateOf(now, zone),
});
