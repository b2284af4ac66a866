import type { Clock } from '@vehicle-insurance/core';
import type { Deprecation, Route } from '../route.ts';
import type { ApiContext, ApiMiddleware } from '../state.ts';

/** Says of an answer what its route knows: when asking again is worth it, and that the endpoint is on its way out. */
export const announceRoute =
  (routeOf: (ctx: ApiContext) => Route | undefined, clock: Clock): ApiMiddleware =>
  async (ctx, next) => {
    await next();
    const route = routeOf(ctx);
    if (route?.deprecation) ctx.set(deprecationHeaders(route.deprecation));
    const seconds = ctx.status === 200 ? route?.askAgain?.(ctx.body, clock.now()) : undefined;
    if (seconds !== undefined) ctx.set('retry-after', String(seconds));
  };

/** RFC 9745 tells an instant as seconds since 1970, RFC 8594 as HTTP does. */
const deprecationHeaders = ({ since, sunset, link }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  link: `<${link}>; rel="deprecation"; type="text/html"`,
});
