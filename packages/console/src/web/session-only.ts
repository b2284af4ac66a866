import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RouterContext } from '@koa/router';
import type { SignedIn } from '../access/person.ts';
import type { roleCheck } from '../access/role-check.ts';
import { hashOf, seal, unseal } from '../access/secret.ts';
import type { Cookies } from './cookies.ts';
import { formOf, formWithFile } from './form.ts';
import { layout, type Environment } from './layout.ts';
import type { PageDependencies } from './page-dependencies.ts';
import type { PageResponse, Route, Visit } from './route.ts';

export const SESSION = 'session';
const SAID = 'said';

/**
 * Whether a script reloads the page. The person may be away then. So a reload neither restarts the idle time nor uses
 * up a one-time message.
 */
const isReload = (ctx: RouterContext): boolean => ctx.get('hx-request') === 'true';

/**
 * Handles a route for signed-in people. Everyone else must sign in: a `GET` leads to the sign-in page, and a `POST` is
 * refused.
 */
export const sessionOnly =
  (jar: Cookies, pages: PageDependencies, checkRole: ReturnType<typeof roleCheck>, route: Route) =>
  async (ctx: RouterContext): Promise<void> => {
    const { sessions } = pages.access;
    const secret = jar.get(ctx, SESSION);
    const session =
      secret === undefined ? undefined : await (isReload(ctx) ? sessions.find(secret) : sessions.use(secret));
    if (secret === undefined || !session) return toSignIn(ctx, route, '/sign-in');
    const checked = await checkRole(secret, session);
    // If the person is still signed in at the identity provider, the new sign-in needs no input.
    if (checked === 'sign_in_again') return toSignIn(ctx, route, pages.hasProvider ? '/sign-in/provider' : '/sign-in');
    if (checked === 'role_removed') return toSignIn(ctx, route, '/sign-in');
    const isChecked = checked !== 'unchecked';
    if (!isChecked && session.isTooStale && !route.signsOut)
      return ctx.throw(503, UNCHECKED_TOO_LONG, { expose: true });
    const person: SignedIn = isChecked ? checked.person : { ...session, role: 'look' };
    const formToken = hashOf(`form ${secret}`);
    const isMultipart = ctx.is('multipart/form-data') === 'multipart/form-data';
    const form = route.takesFile && isMultipart ? await formWithFile(ctx, route.takesFile) : formOf(ctx);
    if (route.method === 'POST') {
      if (!isSame(form['form-token'] ?? '', formToken))
        return ctx.throw(403, 'Ce formulaire ne correspond pas à votre session. Rechargez la page.');
      if (!isChecked && !route.signsOut && !route.changesNothing) return ctx.throw(503, UNCHECKED, { expose: true });
      if (person.role !== 'act' && !route.signsOut && !route.changesNothing)
        return ctx.throw(
          403,
          'Votre accès est limité à la consultation. Demandez à l’administrateur les droits de gestionnaire.',
        );
    }
    const { params, URL } = ctx;
    const visit = { person, formToken, params, query: URL.searchParams, form, ...sealedBy(`form ${secret}`) };
    const answer = await route.answer(visit, pages);
    await show(ctx, { jar, environment: pages.ports.configuration.ENVIRONMENT }, visit, answer);
    if (route.signsOut) jar.remove(ctx, SESSION);
  };

/**
 * Encrypts the texts that a form carries from one page to the next, with the session's secret. The texts are compressed
 * first.
 */
const sealedBy = (secret: string): Pick<Visit, 'seal' | 'unseal'> => ({
  seal: (text) => seal(secret, gzipSync(text).toString('base64')),
  unseal: (sealed) => {
    try {
      return gunzipSync(Buffer.from(unseal(secret, sealed), 'base64')).toString('utf8');
    } catch {
      return undefined;
    }
  },
});

const UNCHECKED =
  'Le service de connexion de l’entreprise ne répond pas : vos droits ne peuvent pas être vérifiés. Rien n’a été modifié. Réessayez dans un instant.';

const UNCHECKED_TOO_LONG =
  'Le service de connexion de l’entreprise ne répond pas depuis plus d’une heure : vos droits ne peuvent pas être vérifiés. Réessayez plus tard, ou demandez un lien d’accès à l’administrateur.';

const toSignIn = (ctx: RouterContext, { method }: Route, page: string): void => {
  if (method === 'POST') return ctx.throw(403, 'Votre session a expiré. Connectez-vous de nouveau.');
  // A script would follow a redirect itself and insert the sign-in page. `hx-redirect` makes the whole browser move
  // instead.
  if (!isReload(ctx)) return ctx.redirect(page);
  ctx.set('hx-redirect', page);
  ctx.status = 401;
};

const show = async (
  ctx: RouterContext,
  { jar, environment }: { readonly jar: Cookies; readonly environment: Environment },
  { person, formToken, query }: Visit,
  answer: PageResponse,
): Promise<void> => {
  if ('to' in answer) {
    if (answer.said !== undefined) jar.set(ctx, SAID, answer.said, { seconds: 60 });
    ctx.status = 303;
    return ctx.redirect(answer.to);
  }
  if ('bytes' in answer) {
    ctx.set('content-security-policy', "default-src 'none'; object-src 'self'; frame-ancestors 'none'");
    ctx.attachment(answer.name, { type: answer.isKept ? 'attachment' : 'inline' });
    ctx.type = answer.type;
    if ('stream' in answer.bytes) {
      const { stream, size } = answer.bytes;
      // `Readable.from` does not close the stream that it wraps if the request ends before the first read. So a
      // `Readable` is sent unwrapped.
      ctx.body = stream instanceof Readable ? stream : Readable.from(stream);
      if (size !== undefined) ctx.length = size;
    } else ctx.body = Buffer.from(answer.bytes);
    return;
  }
  const said = isReload(ctx) ? undefined : jar.get(ctx, SAID);
  if (said !== undefined) jar.remove(ctx, SAID);
  ctx.status = answer.status ?? 200;
  ctx.type = 'html';
  const searched = answer.searched ?? query.get('q') ?? undefined;
  ctx.body = await layout({ ...answer, environment, said, signedIn: { person, formToken, path: ctx.path, searched } });
};

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(expected)));
