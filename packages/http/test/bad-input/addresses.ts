/** Percent-encoded texts that stand where an id is expected, and are none. */
export const BAD_IDS = [
  ...['none', 'null', '__proto__', '..', '%', '%zz', '%00', 'a%00b', '%ff', '-0', '1e308', '9007199254740992', ';a=b'],
  ...['00000000-0000-0000-0000-000000000000', '01A1FD3C-7A7C-772E-84E6-3A26FE2946BA', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ...['%0d%0aset-cookie:%20a=b', '%ed%a0%80', '%c0%ae', '%25%32%66', '%F0%9F%98%80', '%E2%80%AE', 'e%CC%81'],
  ...["'%20or%201=1%20--", 'x'.repeat(8_000), '%'.repeat(8_000), '%f0'.repeat(2_500)],
];

/** What a whole number is not written as. */
export const NO_INTEGERS = [
  ...['0', '-1', '-0', '1.0', '1e0', '01', '+1', '%2B1', '%201', '1%20', '0x1', '1_0', 'NaN', 'Infinity'],
];
/** Numbers past every bound, and digits that are not ours. */
export const ODD_INTEGERS = [
  ...['1e308', '9007199254740992', '9'.repeat(400), '%D9%A1', '%EF%BC%91', '1%00', '%zz', '[1]', '1,1'],
];
