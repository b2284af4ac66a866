import { isIP } from 'node:net';
import { EARLIEST_ENDING, ENDING_DAYS } from '@vehicle-insurance/core';
import { splitList } from '../split-list.ts';
import { section } from '../section.ts';
import { text, whole } from '../variable.ts';

export const CALLERS = section({
  title: 'Callers',
  properties: {
    CORS_ORIGINS: text(
      'Origins whose pages may call the API from a browser, such as https://portal.broker.ci, separated by commas; * allows any. Default: none.',
      { list: true },
    ),
    TRUSTED_PROXIES: text(
      'Addresses and networks of trusted proxies, such as 10.0.0.0/8, separated by commas. Only their entries in X-Forwarded-For are trusted. Default: none.',
      { list: true },
    ),
    ENDING_DAYS: text(
      `Days before a contract's last day on which callers get the event contract.ending, separated by commas; each from 1 to ${EARLIEST_ENDING}.`,
      { list: true, default: ENDING_DAYS.join() },
    ),
    EVENT_DAYS: whole('Days for which callers can still read an event (GET /event).', 1, 3_650, 90),
  },
  invalid: ({ CORS_ORIGINS = '', TRUSTED_PROXIES = '', ENDING_DAYS: days = '' }) => [
    ...splitList(days)
      .filter((day) => !/^[1-9]\d?$/.test(day) || Number(day) > EARLIEST_ENDING)
      .map((day) => `ENDING_DAYS lists ${day}, which is not a whole number from 1 to ${EARLIEST_ENDING}.`),
    ...splitList(CORS_ORIGINS)
      .filter((origin) => origin !== '*' && (origin.includes('*') || URL.parse(origin)?.origin !== origin))
      .map(
        (origin) =>
          `CORS_ORIGINS lists ${origin}, which is not an origin. Write https://host, without a path and in lower case, or only *.`,
      ),
    ...splitList(TRUSTED_PROXIES)
      .filter((proxy) => !isNetwork(proxy))
      .map(
        (proxy) =>
          `TRUSTED_PROXIES lists ${proxy}, which is neither an address nor a network. Write it like 10.0.0.5 or 10.0.0.0/8.`,
      ),
  ],
  unsafe: ({ ENVIRONMENT, CORS_ORIGINS = '' }) =>
    splitList(ENVIRONMENT === 'production' ? CORS_ORIGINS : '')
      .filter((origin) => origin.startsWith('http:'))
      .map((origin) => `CORS_ORIGINS lists ${origin}, whose pages can be modified in transit. Use https:// origins.`),
});

/**
 * Whether a text is an IP address or a network. A network of all addresses is refused, because any caller could then
 * claim any address.
 */
const isNetwork = (text: string): boolean => {
  const [network = '', prefix, ...more] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(network)] ?? 0;
  const length = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : 0;
  return more.length === 0 && length >= 1 && length <= longest;
};
