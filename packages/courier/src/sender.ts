import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { lookUpBy, type LookUp } from './look-up.ts';
import { hasCredentials, type AddressGuard } from './address-guard.ts';

/** The result of an attempt: a status with the beginning of the answer, or why there is no answer. */
export type Sent =
  // `retryAfter`: milliseconds, if the endpoint has sent `Retry-After`.
  | { readonly status: number; readonly answer: string; readonly retryAfter?: number }
  | { readonly status: null; readonly problem: string };

/** A webhook to send. */
export interface Sending {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends each webhook once. Follows no redirects, reads only the beginning of the answer, and never throws. */
export interface WebhookSender {
  readonly send: (sending: Sending) => Promise<Sent>;
  /** Waits for requests in progress and closes the connections. */
  readonly close: () => Promise<void>;
}

export interface SenderOptions {
  readonly guard: AddressGuard;
  /** Milliseconds in which an endpoint must answer. Default: 15 000. */
  readonly within?: number;
  /** Default: DNS, with the system's servers. */
  readonly lookUp?: LookUp;
}

/**
 * The number of bytes after which an answer is not read further. A connection can be reused only after a complete
 * answer. So a longer answer closes the connection.
 */
const LARGEST_ANSWER = 4096;

/** The number of characters of an answer that are stored. */
const KEPT = 200;

/** This URL or IP address is not allowed. */
class Unreachable extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

/** Sends webhooks to the addresses that the guard allows. */
export const webhookSender = ({ guard, within = 15_000, lookUp = lookUpBy() }: SenderOptions): WebhookSender => {
  const agent = new Agent({ allowH2: false, connect: connectorWithin(guard, lookUp) });
  return {
    send: async ({ address, headers, body }) => {
      try {
        const url = new URL(address);
        if (hasCredentials(url) || (!guard.allowsHttp && url.protocol !== 'https:')) throw new Unreachable();
        const signal = AbortSignal.timeout(within);
        const answer = await request(address, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'application/json', 'user-agent': 'vehicle-insurance', ...headers },
          body,
          signal,
        });
        const retryAfter = waitIn(answer.headers['retry-after']);
        return {
          status: answer.statusCode,
          answer: await beginningOf(answer.body),
          ...(retryAfter !== undefined && { retryAfter }),
        };
      } catch (error) {
        return { status: null, problem: problemOf(error) };
      }
    },
    close: () => agent.close(),
  };
};

/** The beginning of the answer. Errors during the reading are ignored, because the status is already known. */
const beginningOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const read: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      read.push(chunk);
      size += chunk.length;
      if (size > LARGEST_ANSWER) break;
    }
  } catch {
    // The answer was cut off, or exceeded the time limit.
  }
  // PostgreSQL cannot store \u0000, and control characters must not reach a terminal.
  return Buffer.concat(read)
    .toString()
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, KEPT)
    .toWellFormed();
};

/** Converts `Retry-After`, in seconds or as a date, to milliseconds from now. */
const waitIn = (text: string | string[] | undefined): number | undefined => {
  if (typeof text !== 'string') return undefined;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/** Checks the IP address of the connection itself. Another look-up of the name could return another address. */
const connectorWithin = ({ allows }: AddressGuard, lookUp: LookUp): buildConnector.connector => {
  const guarded: LookupFunction = (hostname, options, done) => {
    lookUp(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) done(new Error(`no address for ${hostname}`), []);
        else if (!found.every(({ address }) => allows(address))) done(new Unreachable(), []);
        else if (options.all) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
  // Over HTTP/2, an endpoint could delay a request beyond its time limit.
  const connect = buildConnector({ allowH2: false, lookup: guarded });
  return (options, done) => {
    // For an IP address there is no look-up, so the guard checks it here.
    if (isIP(options.hostname) !== 0 && !allows(options.hostname)) done(new Unreachable(), null);
    else connect(options, done);
  };
};

/** Only the code or the name is stored, because a message may contain the sent data. */
const problemOf = (error: unknown): string => {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError') return 'time-out';
  return typeof code === 'string' ? code : (name ?? 'unknown');
};
