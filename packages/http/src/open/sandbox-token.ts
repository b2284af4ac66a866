import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What a proxy adds, and what a browser does for a page: with one of these, a peer on this machine proves nothing. */
const FROM_ELSEWHERE = ['forwarded', 'x-forwarded-for', 'origin'] as const;

/** What is looked at in a request. */
type Asking = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** Whether a request was sent by a program on this machine, and by no page and through no proxy. */
export const isPlainlyLocal = ({ headers, socket: { remoteAddress: peer = '' } }: Asking): boolean =>
  isIP(peer) !== 0 &&
  LOOPBACK.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4') &&
  FROM_ELSEWHERE.every((name) => headers[name] === undefined);

/** Lets a request through that plainly comes from this machine, or carries the token. */
export const requireToken =
  (token: string): ApiMiddleware =>
  (ctx, next) =>
    isPlainlyLocal(ctx.req) || isSame(ctx.get('x-sandbox-token'), token)
      ? next()
      : refuse(ctx, { code: 'unauthorized', where: 'sandbox clock' });

/** In a time that tells nothing about how much of it is right. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
