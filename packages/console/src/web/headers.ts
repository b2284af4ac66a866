import type { Middleware } from 'koa';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The default headers of responses. They allow only our own scripts, no frames and no caching. */
export const headers =
  (isSecure: boolean): Middleware =>
  async (ctx, next) => {
    ctx.set({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // With `no-referrer`, browsers would send no origin with our own forms.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
    });
    await next();
  };
