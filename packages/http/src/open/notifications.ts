import { Err, type ReceiveNotice } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import { readBytes } from '../input/read-bytes.ts';
import type { ApiContext } from '../state.ts';

/** Where providers' notifications go: only those of providers that are configured. */
export interface Notifications {
  readonly providers: readonly string[];
  /** Those that ask with GET whether the address answers, before they send anything there. */
  readonly probedBy?: readonly string[];
  readonly receive: ReceiveNotice;
}

const LARGEST_NOTICE = 64 * 1024;

/** Takes a provider's notification as it arrived: its signature is made over the bytes. */
export const takeNotice =
  ({ providers, receive }: Notifications) =>
  async (ctx: ApiContext, provider: string): Promise<void> => {
    if (!providers.includes(provider)) return refuse(ctx, { code: 'not_found' });
    const body = await readBytes(ctx.req, LARGEST_NOTICE);
    const headers = Object.fromEntries(
      Object.entries(ctx.req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    const received = body.isErr() ? Err(body.error) : await receive({ provider, headers, body: body.value });
    if (received.isErr()) return refuse(ctx, received.error);
    ctx.body = {};
  };
