const NARROW_SPACE = '\u202f';
const NO_BREAK_SPACE = '\u00a0';

/** `12345` as `12 345 FCFA`, with non-breaking spaces. */
export const francs = (amount: string): string =>
  `${amount.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE)}${NO_BREAK_SPACE}FCFA`;

/** `2026-11-01` as `1er novembre 2026`. */
export const longDate = (date: string): string =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
    .replace(/^1 /, '1er ');

/** A date as `01/11/2026`. */
export const shortDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('/');

/** A moment as `01/11/2026 à 14:05`, in the time of Abidjan, which is UTC. */
export const moment = (at: string): string => `${shortDate(at)} à ${timeOfDay(at)}`;

/** The time of day as `14:05`. */
export const timeOfDay = (at: string): string => at.slice(11, 16);

/**
 * `+2250701020304` as `+225 07 •• •• •• 04`. People recognise their own number, but cannot learn another person's
 * number.
 */
export const maskedMobile = (mobile: string): string => {
  const [, country = '', digits = ''] = /^\+(225)?(\d+)$/.exec(mobile) ?? [];
  const pairs = digits.match(/\d{1,2}/g) ?? [];
  return [`+${country}`, ...pairs.map((pair, at) => (at > 0 && at < pairs.length - 1 ? '••' : pair))].join(
    NO_BREAK_SPACE,
  );
};

/** A duration in words: `23 h 05 min`, `29 min 07 s`, `12 s`. */
export const timeLeft = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
};

/** A merchant's reference. A UUID is shortened to its end, which is enough to recognise it. */
export const shortReference = (reference: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference) ? reference.slice(-8) : reference;
