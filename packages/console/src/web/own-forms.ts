import type { Middleware } from 'koa';

/**
 * Refuses forms of another site's page, by the headers in which browsers name a form's origin. A request without
 * `Origin` comes from no current browser, and is refused too.
 */
export const ownFormsOnly =
  (origin: string): Middleware =>
  async (ctx, next) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      await next();
      return;
    }
    const from = ctx.get('origin');
    const site = ctx.get('sec-fetch-site');
    if (from !== origin || (site !== '' && site !== 'same-origin'))
      return ctx.throw(403, 'Ce formulaire ne vient pas de cette console.');
    await next();
  };
