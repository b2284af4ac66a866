import { later, type Instant } from '../../shared/calendar.ts';
import { nextTime, type Timetable } from '../../shared/timetable.ts';

/** Hours after the first refusal during which the authority is asked again (docs/api.md 4.4). */
export const RETRY_HOURS = 6;

const SECONDS_TO_FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [SECONDS_TO_FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

/** The first question about a request the authority has accepted. */
export const firstAsk = (accepted: Instant): Instant => later(accepted, { seconds: SECONDS_TO_FIRST_ASK });

/** The next question about it. */
export const nextAsk = (accepted: Instant, now: Instant): Instant => nextTime(ASKING, accepted, now);
