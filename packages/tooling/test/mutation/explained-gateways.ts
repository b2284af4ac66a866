import { FILLER, inFile, survivor } from './explain.ts';
import type { Explained } from './report.ts';

const CLIENT =
  'export const httpClient = ({ baseUrl, headers = () => ({}), secrets = [] }: HttpClientOptions): HttpClient => {';
const ADDRESS = "text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;";
const CODELESS =
  "if (typeof code !== 'string') return { got: name === 'TimeoutError' ? 'time-out' : 'broken connection' };";
const OK =
  "export const isOk = (answer: Answer): boolean => answer.got === 'answer' && answer.status >= 200 && answer.status < 300;";
const NO_STATUS = 'What is no answer has no status and no body, and no status is below 200: the types ask.';
const ENDS_WITHOUT_A_WORD = 'A function that ends without a word gives undefined as well.';
const NO_DIGITS = 'Nothing is in digits where nothing is: the check is asked for by the types.';

/** Survivors among what providers and the authority answer. */
export const EXPLAINED_GATEWAYS: readonly Explained[] = [
  survivor(
    'certificate-authority/src/asaci/fetch-file.ts',
    'Neither is an address, and what is none is on no host of the authority’s.',
    "return fetchFrom(URL.parse(answer.location, url.href)?.href ?? '', redirects - 1);",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/cinetpay/transaction.ts',
    'Neither is a time.',
    "const text = textIn(fields, name)?.trim() ?? '';",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/statement.ts',
    'Neither is a time.',
    "const at = parseInstant(textIn(fields, 'timestamp') ?? '');",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/notification.ts',
    ENDS_WITHOUT_A_WORD,
    '} catch {',
    `{
    return undefined;
  }`,
    '{}',
  ),
  survivor(
    'mobile-money/src/cinetpay/notification.ts',
    'Neither has the length of a token.',
    "const given = Buffer.from((token ?? '').toLowerCase());",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/session.ts',
    'A code that is in the table has a reason there: the index is asked about by the types.',
    "Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'declined') : 'declined';",
    "'declined'",
    '""',
  ),
  survivor(
    'mobile-money/src/cinetpay/notification.ts',
    'A form in which no field is signed is refused, whatever else it holds.',
    "return '';",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/cinetpay/notification.ts',
    'A form without fields is refused, whether it is made of an empty text or of none.',
    '} catch {',
    "{\n    return '';\n  }",
    '{}',
  ),
  ...inFile(
    'http-client/src/http-client.ts',
    'Nothing is spread, and a text that nobody has said is blanked out.',
    [CLIENT, '() => ({})', '() => undefined'],
    [CLIENT, '[]', '["Stryker was here"]'],
  ),
  ...inFile('http-client/src/http-client.ts', ENDS_WITHOUT_A_WORD, [
    '} catch {',
    '{\n    return undefined;\n  }',
    '{}',
  ]),
  ...inFile(
    'http-client/src/http-client.ts',
    'No other error comes without a code: it is asked for one that may.',
    [CODELESS, "name === 'TimeoutError'", 'true'],
    [CODELESS, "'broken connection'", '""'],
  ),
  survivor(
    'mobile-money/src/wave/wave-mobile-money.ts',
    'Undici asks by GET where no method is named.',
    "client.send({ method: 'GET', path, within: milliseconds });",
    "'GET'",
    '""',
  ),
  ...inFile(
    'http-client/src/answer.ts',
    'None of these is an address, and a protocol ends with its only colon.',
    [ADDRESS, 'text !== null', 'true'],
    [ADDRESS, '/^https?:$/', '/^https?:/'],
    [ADDRESS, "''", FILLER],
  ),
  ...inFile('http-client/src/breaker.ts', 'At the very instant, which no clock meets twice.', [
    'accepting: () => circuit.state !== CircuitState.Open || performance.now() - openedAt >= retryAfter,',
    'performance.now() - openedAt >= retryAfter',
    'performance.now() - openedAt > retryAfter',
  ]),
  ...inFile('http-client/src/breaker.ts', NO_STATUS, [
    "answer.got === 'time-out' || (answer.got === 'answer' && answer.status >= 500);",
    "answer.got === 'answer'",
    'true',
  ]),
  ...inFile(
    'mobile-money/src/answers.ts',
    NO_STATUS,
    [OK, "answer.got === 'answer' && answer.status >= 200", 'true'],
    [OK, "answer.got === 'answer' && answer.status >= 200", "answer.got === 'answer' || answer.status >= 200"],
    [OK, "answer.got === 'answer'", 'true'],
    [OK, 'answer.status >= 200', 'true'],
    ["answer.got === 'answer' && isOk(answer) ? answer.body : undefined;", "answer.got === 'answer'", 'true'],
    ["return answer.got === 'answer' && REFUSALS.includes(answer.status)", "answer.got === 'answer'", 'true'],
  ),
  ...inFile('mobile-money/src/cinetpay/cinetpay-mobile-money.ts', NO_STATUS, [
    "answer.got === 'answer' && (answer.status === 200 || answer.status === 404) && saysNoTransaction(answer.body);",
    "answer.got === 'answer'",
    'true',
  ]),
  ...inFile(
    'mobile-money/src/wave/wave-mobile-money.ts',
    NO_STATUS,
    ["return answer.got === 'answer' && answer.status === 409", "answer.got === 'answer'", 'true'],
    [
      "const isRefundMade = (answer: Answer): boolean => answer.got === 'answer' && answer.status === 200 && answer.isEmpty;",
      "answer.got === 'answer'",
      'true',
    ],
    [
      "answer.got === 'answer' && textIn(fieldsOf(answer.body), 'code') === 'checkout-refund-failed';",
      "answer.got === 'answer'",
      'true',
    ],
  ),
  ...inFile(
    'mobile-money/src/cinetpay/codes.ts',
    'It is no code, and in no word that a transaction is missing.',
    [
      "export const saysNothingCreated = (answer: unknown): boolean => NOTHING_CREATED.includes(codeIn(answer) ?? '');",
      "''",
      FILLER,
    ],
    ["const words = `${textIn(fields, 'message') ?? ''}. ${textIn(fields, 'description') ?? ''}`;", "''", FILLER],
    ["const words = `${textIn(fields, 'message') ?? ''}. ${textIn(fields, 'description') ?? ''}`;", "''", FILLER],
  ),
  survivor(
    'mobile-money/src/cinetpay/transaction.ts',
    'Neither is a status.',
    "const status = textIn(data, 'status') ?? '';",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/session.ts',
    ENDS_WITHOUT_A_WORD,
    'default:',
    'default:\n      return undefined;',
    'default:',
  ),
  survivor(
    'mobile-money/src/wave/session.ts',
    'Neither is a time.',
    "const instantIn = (fields: Fields, name: string): Instant | null => parseInstant(textIn(fields, name) ?? '') ?? null;",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/session.ts',
    NO_DIGITS,
    'return text !== null && /^\\d{1,15}$/.test(text) ? Number(text) : undefined;',
    'text !== null',
    'true',
  ),
  survivor(
    'mobile-money/src/wave/signature.ts',
    'Neither has a time in it.',
    "const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?]);",
    "''",
    FILLER,
  ),
  survivor(
    'mobile-money/src/wave/signature.ts',
    NO_DIGITS,
    'if (timestamp === undefined || others.length > 0 || !/^\\d{1,12}$/.test(timestamp)) return false;',
    'timestamp === undefined',
    'false',
  ),
  survivor(
    'certificate-authority/src/asaci/reply.ts',
    NO_DIGITS,
    'if (status !== 200 || text === null || !/^-?\\d{1,4}$/.test(text))',
    'text === null',
    'false',
  ),
  survivor(
    'certificate-authority/src/asaci/state.ts',
    'Neither is a day.',
    "const dateIn = (fields: Fields, name: string) => parseDate(textIn(fields, name)?.slice(0, 10) ?? '');",
    "''",
    FILLER,
  ),
  survivor(
    'certificate-authority/src/asaci/statut.ts',
    'Each status of this meaning has words of its own: the compiler asks for it.',
    "unknown_code: 'a code is not known',",
    "'a code is not known'",
    '""',
  ),
  survivor(
    'certificate-authority/src/asaci/asaci-certificate-authority.ts',
    ENDS_WITHOUT_A_WORD,
    "case 'ok':",
    "'ok'",
    '""',
  ),
];
