import { Err, invalidRequest, Ok, type Instant, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import { readBody } from '../input/read-body.ts';
import type { ApiMiddleware } from '../state.ts';

/** How far the clock is to move: by an ISO 8601 duration, or to an instant. Forward only. */
export type ClockMove = { readonly advance: string } | { readonly now: string };

/** The clock of the sandbox. A move does all work that has become due before it resolves. */
export interface SandboxClock {
  /** Asked for in `x-sandbox-token` of every request that does not plainly come from this machine. */
  readonly token: string;
  now(): Instant;
  move(to: ClockMove): Promise<Result<Instant, InvalidRequest>>;
}

export const readClock =
  (clock: SandboxClock): ApiMiddleware =>
  (ctx) => {
    ctx.body = { now: clock.now() };
  };

export const moveClock =
  (clock: SandboxClock): ApiMiddleware =>
  async (ctx) => {
    const sent = await readBody(ctx, { required: [], properties: {} }, { form: false });
    if (sent.isErr()) return refuse(ctx, sent.error);
    const move = moveOf(sent.value.input);
    const moved = move.isOk() ? await clock.move(move.value) : move;
    if (moved.isErr()) return refuse(ctx, moved.error);
    ctx.body = { now: moved.value };
  };

/** Exactly one of the two, as text; what the text means is the clock's to say. */
const moveOf = (input: unknown): Result<ClockMove, InvalidRequest> => {
  const [given, ...more] = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const [field, value] = given ?? [];
  if (more.length === 0 && typeof value === 'string') {
    if (field === 'advance') return Ok({ advance: value });
    if (field === 'now') return Ok({ now: value });
  }
  const message = 'must be exactly one of {"advance": "PT31M"} and {"now": "2026-03-02T09:30:00Z"}';
  return Err(invalidRequest([{ field: 'body', message }]));
};
