import { FILLER, survivor } from './explain.ts';
import type { Explained } from './report.ts';

const CLIENT_ADDRESS = 'http/src/callers/client-address.ts';
const NEVER_USED = 'A text has at least one part when it is split: the default is asked for by the types.';

/** Survivors among the keys and limits of HTTP. */
export const EXPLAINED_HTTP: readonly Explained[] = [
  survivor(CLIENT_ADDRESS, NEVER_USED, "const [network = '', prefix] = proxy.split('/');", "''", FILLER),
  survivor(CLIENT_ADDRESS, NEVER_USED, "const [address = ''] = (bracketed ?? plain).split('%');", "''", FILLER),
  survivor(CLIENT_ADDRESS, NEVER_USED, "const [head = '', tail] = address.split('::');", "''", FILLER),
  survivor(
    CLIENT_ADDRESS,
    'What is no address ends the search, as nothing at all does.',
    "const hops = String(headers['x-forwarded-for'] ?? '')",
    "''",
    FILLER,
  ),
  survivor(
    CLIENT_ADDRESS,
    'The first place of a match is never read.',
    'const [, bracketed, plain = text.trim()] = /^\\[([^\\]]*)\\](?::\\d+)?$|^([\\d.]+):\\d+$/.exec(text.trim()) ?? [];',
    '[]',
    '["Stryker was here"]',
  ),
  ...[
    "const missing = 8 - groups(head).length - groups(tail ?? '').length;",
    "const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')];",
  ].map((line) =>
    survivor(
      CLIENT_ADDRESS,
      'An address without `::` has eight groups before it, of which the first four are read.',
      line,
      "''",
      FILLER,
    ),
  ),
  survivor(
    'http/src/idempotency.ts',
    'What is in quotes is found wherever the quotes are: its absence is asked about by the types.',
    "QUOTED.exec(header)?.[1]?.replace(/\\\\(.)/g, '$1') ?? BARE.exec(header)?.[0];",
    'QUOTED.exec(header)?.[1]?.replace',
    'QUOTED.exec(header)?.[1].replace',
  ),
  survivor(
    'http/src/idempotency.ts',
    'No use case answers with status 500: it is what an exception becomes, which is thrown past this.',
    "const passes = status >= 500 || status === 429 || error.code === 'payment_in_progress';",
    'status >= 500',
    'status > 500',
  ),
];
