import { CONFIRMATION_WINDOW } from '../../domain/payment/schedule.ts';
import type { ActionItem, Lateness } from '../../ports/action-items.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { dateOf, later, type Instant, type TimeZone } from '../../shared/calendar.ts';

/**
 * Lists action items, or only those of some payments and contracts. If a kind has very many items, not all are listed.
 */
export type ListActionItems = (about?: readonly string[]) => Promise<readonly ActionItem[]>;

export type ListingDependencies = Pick<Dependencies, 'workQueries' | 'clock' | 'zone'>;

/** Minutes after which unfinished work, such as a certificate, a document or a refund, is late. */
const LATE_AFTER = 60;

/** Minutes that an authority may take for a certificate whose cover begins on the day of payment. */
const FIRST_DAY_WAIT = 5;

/** The action items that were not dismissed, over all companies, most urgent first. */
export const listActionItems =
  ({ workQueries, clock, zone }: ListingDependencies): ListActionItems =>
  (about) =>
    workQueries.actionItems(latenessAt(clock.now(), zone), about);

const latenessAt = (now: Instant, zone: TimeZone): Lateness => ({
  windowsBegunUntil: later(now, { minutes: -CONFIRMATION_WINDOW }),
  lateSince: later(now, { minutes: -LATE_AFTER }),
  certificatesAskedUntil: later(now, { minutes: -FIRST_DAY_WAIT }),
  today: dateOf(now, zone),
});
