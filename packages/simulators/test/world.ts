import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WaveOptions, Simulator } from '../src/index.ts';
import { waveSimulator } from '../src/index.ts';

export const movableClock = (start = '2026-11-01T10:00:00.000Z') => {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (seconds: number) => {
      at += seconds * 1000;
    },
  };
};
export type MovableClock = ReturnType<typeof movableClock>;

export const cleanUp = () => {
  const closers: (() => Promise<void> | void)[] = [];
  return {
    later: (close: () => Promise<void> | void) => closers.push(close),
    now: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};
export type CleanUp = ReturnType<typeof cleanUp>;

export const temporaryFolder = (after: CleanUp): string => {
  const folder = mkdtempSync(join(tmpdir(), 'simulators-'));
  after.later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const typeIn = ({ body }: Received): string => (JSON.parse(body) as { readonly type: string }).type;

/** Receives notifications and answers each with the next of these statuses, repeating the last one. */
export const receiver = async (after: CleanUp, ...statuses: number[]) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.statusCode = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after.later(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`, received };
};

const API_KEY = 'wave_test_key';

export const startMobileMoney = async (
  after: CleanUp,
  clock: MovableClock,
  options: Partial<WaveOptions> = {},
): Promise<Simulator> => {
  const place = { host: '127.0.0.1', port: 0, dataDir: options.dataDir ?? temporaryFolder(after) };
  const simulator = await waveSimulator({ ...place, now: clock.now, apiKey: API_KEY, ...options });
  after.later(() => simulator.close());
  return simulator;
};

export interface ApiResponse<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The possible fields of Wave's responses: of a session, a search or an error. */
export interface WaveBody {
  readonly id: string;
  readonly amount: string;
  readonly checkout_status: string;
  readonly payment_status: string;
  readonly transaction_id: string;
  readonly wave_launch_url: string;
  readonly code: string;
  readonly details: readonly { readonly loc: readonly string[] }[];
}

export interface SessionRecord extends WaveBody {
  readonly states: readonly object[];
  readonly notifications: readonly {
    readonly id: string;
    readonly attempts: readonly { readonly status: number | null }[];
  }[];
}

export const only = <Value>(values: readonly Value[]): Value => {
  const [first] = values;
  if (values.length !== 1 || first === undefined) throw new Error(`expected one element, found ${values.length}`);
  return first;
};

export const call = async <Body = WaveBody>(url: string, init: RequestInit = {}): Promise<ApiResponse<Body>> => {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body };
};

export const postJson = <Body = WaveBody>(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse<Body>> =>
  call<Body>(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const merchant = (simulator: Pick<Simulator, 'url'>) => {
  const headers = { authorization: `Bearer ${API_KEY}` };
  const sessions = `${simulator.url}/v1/checkout/sessions`;
  return {
    open: (mobile: string, reference = 'order-1', amount = '10100') => {
      const returning = { success_url: 'https://example.com/paid', error_url: 'https://example.com/failed' };
      const asked = { amount, currency: 'XOF', client_reference: reference, restrict_payer_mobile: mobile };
      return postJson(sessions, { ...asked, ...returning }, headers);
    },
    get: (path: string) => call(`${sessions}${path}`, { headers }),
    post: (path: string) => call(`${sessions}${path}`, { method: 'POST', headers }),
    historyOf: async (reference: string) =>
      (await call<readonly SessionRecord[]>(`${simulator.url}/sandbox/sessions?client_reference=${reference}`)).body,
  };
};

export const press = (url: string): Promise<ApiResponse<WaveBody>> => call(url, { method: 'POST' });
