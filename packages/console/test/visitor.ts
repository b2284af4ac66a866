export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Headers;
  readonly to: string | null;
}

/** A minimal browser: it keeps cookies, states the origin of forms, and runs no scripts. */
export type Visitor = ReturnType<typeof visitor>;

type Fields = Readonly<Record<string, string>>;

/** A new browser. `address` is the address to which a proxy forwards requests for the origin. */
export const visitor = (origin: string, address = origin) => {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const answer = await fetch(new URL(path, address), { ...init, redirect: 'manual', headers });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    const { status } = answer;
    // `text()` would drop a byte order mark.
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { status, text, bytes, headers: answer.headers, to: answer.headers.get('location') };
  };
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  /** Sends fields unchanged, by default with a browser's headers. */
  const send = (path: string, fields: Fields, headers: Fields = own) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const sendForm = (path: string, fields: Fields, file?: Blob) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (file) body.set('file', file, 'file.json');
    return ask(path, { method: 'POST', body, headers: own });
  };
  return {
    cookies,
    /** `headers` are those that a script of the page adds. */
    get: (path: string, headers: Fields = {}) => ask(path, { headers }),
    send,
    /** Fills in and sends the form of a page that leads to `action`, and follows the redirect. */
    fill: async (page: string, action: string, fields: Fields = {}) => {
      const hidden = hiddenFieldsOf((await ask(page)).text, action);
      const seen = await send(action, { ...hidden, ...fields });
      return seen.to === null ? seen : ask(seen.to);
    },
    upload: async (page: string, action: string, { file = '', ...fields }: Fields, bytes?: Uint8Array<ArrayBuffer>) => {
      const hidden = hiddenFieldsOf((await ask(page)).text, action);
      return sendForm(action, { ...hidden, ...fields }, new Blob([bytes ?? file], { type: 'application/json' }));
    },
    /** Sends fields unchanged, as a form with files does. */
    sendParts: (path: string, fields: Fields) => sendForm(path, fields),
  };
};

const keep = (cookies: Map<string, string>, line: string): void => {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
};

const hiddenFieldsOf = (text: string, action: string): Fields => {
  const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, to]) => to === action);
  if (!form) throw new Error(`The page has no form that leads to ${action}.`);
  return Object.fromEntries(
    [...(form[2] ?? '').matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
};

export const rowsOf = (text: Seen['text']): readonly (readonly string[])[] =>
  [...text.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
    )
    .filter((row) => row.length > 0);

export const textOf = ({ text }: Pick<Seen, 'text'>): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.)])/g, '$1');

export const tokenOf = async (browser: Visitor): Promise<string> =>
  /name="form-token"\s+value="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? '';
