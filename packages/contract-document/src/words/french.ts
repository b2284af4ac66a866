import type { Francs, LocalDate } from '@vehicle-insurance/core';

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/** `1er novembre 2026` */
export const frenchDate = (date: LocalDate): string => {
  const [year = '', month, day] = date.split('-');
  return `${day === '01' ? '1er' : Number(day)} ${MONTHS[Number(month) - 1]} ${Number(year)}`;
};

/** `du 1er novembre 2026 au 31 octobre 2027 inclus` */
export const frenchPeriod = (first: LocalDate, last: LocalDate): string =>
  `du ${frenchDate(first)} au ${frenchDate(last)} inclus`;

/** `104 627` */
export const frenchNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

/** `104 627 F CFA` */
export const frenchFrancs = (amount: Francs): string => `${frenchNumber(amount)} F CFA`;

/** `+225 07 01 02 03 04` */
export const frenchPhone = (number: string): string =>
  /^\+225\d{10}$/.test(number) ? `+225 ${(number.slice(4).match(/../g) ?? []).join(' ')}` : number;
