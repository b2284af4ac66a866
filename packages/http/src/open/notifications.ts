import {
  Err,
  Ok,
  type InvalidRequest,
  type PayloadTooLarge,
  type ReceiveNotification,
  type Result,
} from '@vehicle-insurance/core';
import type { IncomingMessage } from 'node:http';
import { getRawBody, type RawBodyError } from 'raw-body';
import { ENDED_EARLY, discard } from '../input/body.ts';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiContext } from '../state.ts';

/** Receives notifications from configured providers. */
export interface Notifications {
  readonly providers: readonly string[];
  /** Providers that first send a GET to test the URL. */
  readonly probedBy?: readonly string[];
  readonly receive: ReceiveNotification;
}

const LARGEST_NOTIFICATION = 64 * 1024;

/** Passes a provider's notification on as raw bytes, because the provider signs the bytes. */
export const takeNotification =
  ({ providers, receive }: Notifications) =>
  async (ctx: ApiContext, provider: string): Promise<void> => {
    if (!providers.includes(provider)) return refuse(ctx, { code: 'not_found' });
    const body = await bytesOf(ctx.req);
    const headers = Object.fromEntries(
      Object.entries(ctx.req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    const received = body.isErr() ? Err(body.error) : await receive({ provider, headers, body: body.value });
    if (received.isErr()) return refuse(ctx, received.error);
    ctx.body = {};
  };

/** The media type does not matter. */
const bytesOf = async (request: IncomingMessage): Promise<Result<Uint8Array, PayloadTooLarge | InvalidRequest>> => {
  try {
    return Ok(
      await getRawBody(request, { limit: LARGEST_NOTIFICATION, length: request.headers['content-length'] ?? null }),
    );
  } catch (cause) {
    discard(request);
    const { type } = cause as RawBodyError;
    return Err(type === 'entity.too.large' ? { code: 'payload_too_large' } : ENDED_EARLY);
  }
};
