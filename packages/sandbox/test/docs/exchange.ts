import { STATUS_CODES } from 'node:http';

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Appended to the API's path, unless it is a path outside the API. */
  readonly path: string;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Headers of the response to show besides the usual ones. */
  readonly shown?: readonly string[];
  readonly form?: { readonly fields: Readonly<Record<string, unknown>>; readonly file: Attached };
}

export interface Attached {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const OTHER_ROOTS = /^\/(sandbox|documents|notifications)\b/;

export const exchange = async (baseUrl: string, apiKey: string, question: Question): Promise<Exchange> => {
  const { method = 'GET', path, key = apiKey, body, form, shown = [] } = question;
  const address = OTHER_ROOTS.test(path) ? path : `/api/v1.0${path}`;
  const type = form ? 'multipart/form-data' : body === undefined ? undefined : 'application/json';
  const sent: Readonly<Record<string, string>> = {
    ...(key !== null && { 'x-api-key': key }),
    ...(type !== undefined && { 'content-type': type }),
    ...question.headers,
  };
  const text = typeof body === 'string' ? body : json(body);
  const answer = await fetch(new URL(address, baseUrl), {
    method,
    // fetch itself sets the boundary of a form.
    headers: Object.entries(sent).filter(([name]) => !(form && name === 'content-type')),
    body: form ? formOf(form) : body === undefined ? null : text,
  });
  const said = await answer.text();
  const isPaper = answer.headers.get('content-type') === PAPER;
  const parsed = said === '' || isPaper ? undefined : (JSON.parse(said) as Exchange['body']);
  const request = [
    `${method} ${address}`,
    ...Object.entries(sent).map(
      ([name, value]) => `${name}: ${name === 'x-api-key' ? value.replace(ANY_KEY, YOURS) : value}`,
    ),
    ...(form ? ['', ...formLines(form)] : body === undefined ? [] : ['', text]),
  ];
  const reply = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...[...SHOWN, ...shown].flatMap((name) =>
      answer.headers.has(name) ? [`${name}: ${answer.headers.get(name) ?? ''}`] : [],
    ),
    ...(isPaper ? [`content-type: ${PAPER}`, '', '(the PDF)'] : []),
    ...(parsed === undefined ? [] : ['', json(shorten(parsed))]),
  ];
  const shownAs = [request, reply].map((lines) => `\`\`\`http\n${lines.join('\n')}\n\`\`\`\n`);
  return { status: answer.status, headers: answer.headers, body: parsed ?? {}, text: shownAs.join('\n') };
};

const PAPER = 'application/pdf';
const YOURS = '<your key>';
const ANY_KEY = /^vi_.*/;

const SHOWN = ['allow', 'etag', 'idempotent-replayed', 'retry-after', 'www-authenticate'];

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const shorten = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.length > 2
      ? [shorten(value[0]), `… and ${value.length - 1} more`]
      : value.map((each: unknown) => shorten(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]));
};

const formOf = ({ fields, file }: NonNullable<Question['form']>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  data.set('registrationDocument', new Blob([file.bytes]), file.name);
  return data;
};

const formLines = ({ fields, file }: NonNullable<Question['form']>): readonly string[] => [
  ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`),
  `registrationDocument=@${file.name}`,
];
