import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Access } from '../access/open-access.ts';
import type { SignedIn } from '../access/person.ts';
import type { Place } from '../access/sessions.ts';
import type { Cookies } from '../web/cookies.ts';
import { formOf } from '../web/form.ts';
import { html, type Html } from '../web/html.ts';
import { layout, type Environment } from '../web/layout.ts';
import { SESSION } from '../web/session-only.ts';
import type { Provider } from './provider.ts';

interface Dependencies {
  readonly environment: Environment;
  readonly access: Pick<Access, 'links' | 'sessions'>;
  readonly jar: Cookies;
  readonly origin: string;
  readonly provider: Provider | undefined;
  readonly placeOf: (ctx: RouterContext) => Place;
}

const KEPT = 'provider';
const PROVIDER_SECONDS = 600;

/** The pages that require no session. People sign in with a one-time link or with the identity provider. */
export const signIn = (router: Router, { environment, access, jar, origin, provider, placeOf }: Dependencies): void => {
  const show = async (ctx: RouterContext, status: number, title: string, body: Html, onTo?: string): Promise<void> => {
    ctx.status = status;
    ctx.type = 'html';
    ctx.body = await layout({ environment, title, body, ...(onTo !== undefined && { onTo }) });
  };
  const begin = async (ctx: RouterContext, person: SignedIn, grant: string | null): Promise<void> =>
    jar.set(ctx, SESSION, await access.sessions.begin(person, placeOf(ctx), grant));

  router.get('/sign-in', async (ctx) => {
    const secret = ctx.URL.searchParams.get('link');
    // Some mail programs open links before people do. Without the button, such a program would use up the link.
    if (secret !== null) return show(ctx, 200, 'Accéder à la console', linkForm(secret));
    await show(ctx, 200, 'Se connecter', provider ? html`${PROVIDER} ${WITHOUT_ACCOUNT}` : HOW);
  });
  router.post('/sign-in', async (ctx) => {
    const person = await access.links.redeem(formOf(ctx)['link'] ?? '');
    if (!person)
      return show(
        ctx,
        403,
        'Ce lien n’est plus valable',
        html`<p>Il a déjà été utilisé, ou il a expiré.</p>
          ${HOW}`,
      );
    await begin(ctx, person, null);
    ctx.status = 303;
    ctx.redirect('/');
  });
  if (!provider) return;

  router.get('/sign-in/provider', async (ctx) => {
    const { to, kept } = await provider.begin();
    // Browsers send no strict cookie when they return from the provider's site.
    jar.set(ctx, KEPT, kept, { lax: true, seconds: PROVIDER_SECONDS });
    ctx.redirect(to);
  });
  router.get('/sign-in/back', async (ctx) => {
    const kept = jar.get(ctx, KEPT);
    jar.remove(ctx, KEPT);
    const arrived = kept === undefined ? undefined : await provider.end(new URL(ctx.url, origin), kept);
    if (!arrived)
      return show(
        ctx,
        403,
        'Accès refusé',
        html`<p>La connexion n’a pas abouti, ou votre compte ne donne pas accès à la console.</p>
          ${HOW}`,
      );
    await begin(ctx, arrived.person, arrived.grant);
    // Browsers send no strict cookie after a redirect that another site began. So this page itself leads on to the
    // console.
    await show(ctx, 200, 'Vous êtes connecté', html`<p><a href="/">Continuer</a></p>`, '/');
  });
};

const PROVIDER = html`<p>
  <a class="button" href="/sign-in/provider">Se connecter avec votre compte d’entreprise</a>
</p>`;

const requestLink = (request: string): Html => html`
  <p>${request}</p>
  <p>Le lien ne sert qu’une fois et expire au bout de quelques minutes.</p>
`;
const HOW = requestLink('Demandez un lien d’accès à votre administrateur.');
const WITHOUT_ACCOUNT = requestLink(
  'Si vous n’avez pas de compte d’entreprise, demandez un lien d’accès à votre administrateur.',
);

const linkForm = (secret: string): Html => html`
  <form method="post" action="/sign-in">
    <input type="hidden" name="link" value="${secret}" />
    <p>Ce lien ne sert qu’une fois.</p>
    <button>Se connecter</button>
  </form>
`;
