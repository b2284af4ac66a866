import type { IncomingMessage } from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import { ClockDisagrees, shownName, StoreUnavailable, type ErrorReporter } from '@vehicle-insurance/core';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { roleCheck } from '../access/role-check.ts';
import type { Place } from '../access/sessions.ts';
import type { Provider } from '../sign-in/provider.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { assets } from './assets.ts';
import { cookies } from './cookies.ts';
import { headers } from './headers.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { ownFormsOnly } from './own-forms.ts';
import type { Route } from './route.ts';
import { sessionOnly } from './session-only.ts';

export interface AppDependencies {
  /** The origin under which browsers reach the console. */
  readonly origin: string;
  readonly errorReporter: ErrorReporter;
  /** The identity provider. Undefined if people can sign in only with a link. */
  readonly provider: Provider | undefined;
  readonly routes: readonly Route[];
  readonly pages: PageDependencies;
  /** The network address of a request's sender. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** The maximum stored length of a user-agent header, in characters. */
const LONGEST_BROWSER = 200;
/** The limits for forms without a file. */
const FORM = { urlencoded: true, json: false, text: false, multipart: false, formLimit: '64kb' } as const;

/**
 * The console's server. Every route except sign-in and the assets requires a session. A `POST` to these routes must
 * contain the session's token.
 */
export const consoleApp = ({ origin, errorReporter, provider, routes, pages, addressOf }: AppDependencies): Koa => {
  const { access } = pages;
  const environment = pages.ports.configuration.ENVIRONMENT;
  const isSecure = origin.startsWith('https:');
  const jar = cookies(isSecure);
  const app = new Koa();
  app.silent = true;
  const open = new Router();
  const placeOf = ({ req }: RouterContext): Place => ({
    address: addressOf(req),
    browser: shownName(req.headers['user-agent'] ?? '').slice(0, LONGEST_BROWSER),
  });
  signIn(open, { environment, access, jar, origin, provider, placeOf });
  const checkRole = roleCheck(access.sessions, provider);
  const closed = new Router();
  for (const route of routes) closed.register(route.path, [route.method], sessionOnly(jar, pages, checkRole, route));

  app.use(headers(isSecure));
  app.use(async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'Cette page n’existe pas.');
    } catch (error) {
      const { status, told } = failureOf(error);
      if (status >= 500) errorReporter.report({ what: 'a page of the console failed', cause: error });
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = await layout({ environment, title: told, body: html`<p><a href="/">Retour à l’accueil</a></p>` });
    }
  });
  app.use(assets);
  app.use(ownFormsOnly(origin));
  app.use(koaBody(FORM));
  app.use(open.routes());
  app.use(closed.routes());
  return app;
};

const UNREADABLE_FORM =
  'Le formulaire est trop long, ou il n’a pas été reçu en entier. Raccourcissez les textes, puis envoyez le formulaire de nouveau.';

const failureOf = (error: unknown): { readonly status: number; readonly told: string } => {
  if (error instanceof StoreUnavailable)
    return { status: 503, told: 'La base de données ne répond pas. Réessayez dans un instant.' };
  if (error instanceof ClockDisagrees)
    return {
      status: 503,
      told: 'L’horloge du serveur ne concorde pas avec celle de la base de données. Prévenez l’administrateur.',
    };
  // Only errors of the form parser have a type. The parser's messages are English, so a French text replaces them.
  if (error instanceof Koa.HttpError && error.expose)
    return { status: error.status, told: error['type'] === undefined ? error.message : UNREADABLE_FORM };
  return { status: 500, told: 'Une erreur est survenue. Réessayez ; si elle se répète, prévenez l’administrateur.' };
};
