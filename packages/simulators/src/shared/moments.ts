export const secondsAfter = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

export const minutesAfter = (at: string, minutes: number): string => secondsAfter(at, minutes * 60);

/**
 * Whether `now` is within this many minutes after a moment. With 0 minutes, always false, even if the clock was set
 * back.
 */
export const isWithinMinutes = (minutes: number, since: string, now: Date): boolean =>
  minutes > 0 && now.toISOString() < minutesAfter(since, minutes);
