import { createHash, randomUUID } from 'node:crypto';
import type { Allowance } from './limits.ts';

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  vary: 'Accept-Encoding',
} as const;

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && SANE.test(given) ? given : randomUUID();

export const quotaHeaders = ({ policy, left }: Allowance) => ({ 'ratelimit-policy': policy, ratelimit: left });

const TAG_LENGTH = 22;

export const tagOf = (content: string): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, TAG_LENGTH)}"`;

/** A response whose links expire has no tag and is not cached. */
export const FRESH = 'private, no-cache';
export const NOT_KEPT = 'no-store';
