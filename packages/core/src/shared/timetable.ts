import { later, millisecondsOf, type Instant } from './calendar.ts';

/** When to look again after something happened: at these minutes after it, and then at a steady beat, for ever. */
export interface Timetable {
  readonly minutes: readonly number[];
  readonly thenEvery: number;
}

const MINUTE = 60_000;

/** The first time of the table, counted from `since`, that is still to come at `now`: what was missed is not made up for. */
export const nextTime = ({ minutes, thenEvery }: Timetable, since: Instant, now: Instant): Instant => {
  const passed = (millisecondsOf(now) - millisecondsOf(since)) / MINUTE;
  const listed = minutes.find((after) => after > passed);
  const last = minutes.at(-1) ?? 0;
  const beats = Math.floor((passed - last) / thenEvery) + 1;
  return later(since, { milliseconds: Math.round((listed ?? last + beats * thenEvery) * MINUTE) });
};
