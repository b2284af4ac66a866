import { later, type Instant } from '../kernel/calendar.ts';
import { nextTime, type Timetable } from '../kernel/timetable.ts';

/** Hours after the first refusal during which the authority is asked again (api.md, "Certificate status"). */
export const RETRY_HOURS = 6;

const SECONDS_TO_FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [SECONDS_TO_FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

/** The first question about a request the authority has accepted. */
export const firstAsk = (accepted: Instant): Instant => later(accepted, { seconds: SECONDS_TO_FIRST_ASK });

/** The next question about it. */
export const nextAsk = (accepted: Instant, now: Instant): Instant => nextTime(ASKING, accepted, now);
