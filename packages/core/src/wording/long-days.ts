import type { LocalDate } from '../shared/calendar.ts';

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/** A day in French words: `1er novembre 2026`. */
export const longDayInFrench = (day: LocalDate): string => {
  const [year = '', month, number] = day.split('-');
  return `${number === '01' ? '1er' : Number(number)} ${MONTHS[Number(month) - 1]} ${Number(year)}`;
};

/** A period in French words: `du 1er novembre 2026 au 31 octobre 2027 inclus`; for one day, `le 1er novembre 2026`. */
export const longPeriodInFrench = (first: LocalDate, last: LocalDate): string =>
  first === last ? `le ${longDayInFrench(first)}` : `du ${longDayInFrench(first)} au ${longDayInFrench(last)} inclus`;
