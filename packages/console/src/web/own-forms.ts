import type { Middleware } from 'koa';

/**
 * Refuses what another site's page has sent: browsers say where a form comes from. A request that says nothing was sent
 * by no browser of today, and is refused too.
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
