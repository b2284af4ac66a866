import type { Middleware } from 'koa';

/**
 * Refuses forms from pages of other sites, by the `Origin` header. Every current browser sends that header, so a form
 * without it is refused too.
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
      return ctx.throw(
        403,
        'Ce formulaire ne vient pas de cette console. Ouvrez la page depuis la console, puis recommencez.',
      );
    await next();
  };
