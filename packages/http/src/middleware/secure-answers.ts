import type { ApiMiddleware } from '../state.ts';

/** A year: for that long a browser asks a service it once found behind TLS in no other way. */
const ONLY_BY_TLS = 'max-age=31536000';

const DEFENCES = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Says of every answer that it is not to be kept, guessed at, run or framed; who answers may know better. */
export const secureAnswers =
  ({ overTls }: { readonly overTls: boolean }): ApiMiddleware =>
  (ctx, next) => {
    ctx.set({ ...DEFENCES, ...(overTls && { 'strict-transport-security': ONLY_BY_TLS }) });
    return next();
  };
