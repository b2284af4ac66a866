import { Err, invalidRequest, Ok, type Instant, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { refuse } from '../middleware/answer-errors.ts';
import { readBody } from '../input/body.ts';
import { INPUT_FAULTS } from '../input/faults.ts';
import type { ApiMiddleware } from '../state.ts';

/** How far to move the clock: by an ISO 8601 duration, or to an instant. The clock moves only forward. */
export type ClockMove = { readonly advance: string } | { readonly now: string };

/** The sandbox's clock. `move` resolves when all work that became due is done. */
export interface SandboxClock {
  /** Required in `x-sandbox-token`, unless the request clearly comes from this machine. */
  readonly token: string;
  now(): Instant;
  move(to: ClockMove): Promise<Result<Instant, InvalidRequest>>;
}

export const readClock =
  (clock: SandboxClock): ApiMiddleware =>
  (ctx) => {
    ctx.body = { now: clock.now() };
  };

export const moveClock = (clock: SandboxClock): readonly ApiMiddleware[] => [
  ...readBody({ required: [], properties: {} }),
  async (ctx) => {
    const move = moveOf(ctx.state.sent?.input);
    const moved = move.isOk() ? await clock.move(move.value) : move;
    if (moved.isErr()) return refuse(ctx, moved.error);
    ctx.body = { now: moved.value };
  },
];

/** Requires exactly one of `advance` and `now`, as text. The clock validates the text. */
const moveOf = (input: unknown): Result<ClockMove, InvalidRequest> => {
  const [given, ...more] = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const [field, value] = given ?? [];
  if (more.length === 0 && typeof value === 'string') {
    if (field === 'advance') return Ok({ advance: value });
    if (field === 'now') return Ok({ now: value });
  }
  return Err(invalidRequest([{ field: 'body', message: INPUT_FAULTS.clockMove }]));
};

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Headers that a proxy adds, or a browser on behalf of a page. A request with such a header may come from another
 * machine despite its loopback address.
 */
const FROM_ELSEWHERE = ['forwarded', 'x-forwarded-for', 'origin'] as const;

type Asking = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** Whether a program on this machine sent the request directly, not through a web page or a proxy. */
export const isDirectlyLocal = ({ headers, socket: { remoteAddress: peer = '' } }: Asking): boolean =>
  isIP(peer) !== 0 &&
  LOOPBACK.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4') &&
  FROM_ELSEWHERE.every((name) => headers[name] === undefined);

/** Allows a request that clearly comes from this machine or carries the token. */
export const requireToken =
  (token: string): ApiMiddleware =>
  (ctx, next) =>
    isDirectlyLocal(ctx.req) || isSame(ctx.get('x-sandbox-token'), token)
      ? next()
      : refuse(ctx, { code: 'unauthorized', where: 'sandbox clock' });

const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
