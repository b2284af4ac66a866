/** `+225 07 01 02 03 04` */
export const phone = (number: string): string =>
  /^\+225\d{10}$/.test(number) ? `+225 ${(number.slice(4).match(/../g) ?? []).join(' ')}` : number;
