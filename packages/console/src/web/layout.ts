import { noBreakSpaces } from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import { shortened } from '../words/author.ts';
import { ROLES } from '../words/format.ts';
import { assetPath } from './assets.ts';
import { html, type Html } from './html.ts';
import type { PageDependencies } from './page-dependencies.ts';

/** The deployment environment. Every page shows its name, so that people do not mistake a test for production. */
export type Environment = PageDependencies['ports']['configuration']['ENVIRONMENT'];

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  sandbox: 'Bac à sable',
  staging: 'Préproduction',
  production: 'Production',
};

export interface LayoutOptions {
  readonly environment: Environment;
  readonly title: string;
  readonly body: Html;
  readonly signedIn?: {
    readonly person: Person;
    readonly formToken: string;
    readonly path: string;
    /** The text of the search whose results the page shows. */
    readonly searched?: string | undefined;
  };
  /** A message shown once, after an action. */
  readonly said?: string | undefined;
  /** The URL to which the browser continues at once. */
  readonly onTo?: string;
}

const NAVIGATION = [
  ['/', 'À traiter'],
  ['/proposals', 'À confirmer'],
  ['/contracts', 'Contrats'],
  ['/renewals', 'Renouvellements'],
  ['/quotes', 'Devis'],
  ['/payments', 'Paiements'],
  ['/vehicles', 'Véhicules'],
  ['/statement', 'Relevés'],
  ['/books', 'Comptabilité'],
  ['/figures', 'Chiffres clés'],
  ['/company', 'Sociétés'],
  ['/catalogue', 'Catalogue'],
  ['/health', 'État du service'],
  ['/session', 'Sessions'],
] as const;

/**
 * Marks the navigation link of this page or of its list. For example, `/contract/…` belongs to the list `/contracts`.
 */
const currentOf = (to: string, path: string): Html | undefined => {
  if (to === path) return html`aria-current="page"`;
  return to !== '/' && path.startsWith(to.replace(/s$/, '')) ? html`aria-current="true"` : undefined;
};

const navigation = ({ person, formToken, path, searched }: NonNullable<LayoutOptions['signedIn']>): Html => html`
  <form method="get" action="/search" role="search">
    <input
      name="q"
      type="search"
      value="${searched}"
      maxlength="200"
      autocomplete="off"
      aria-label="Rechercher un client, un contrat, un paiement, un véhicule ou une société"
      aria-keyshortcuts="/"
      placeholder="Nom, téléphone, plaque, police…"
      required
    />
    <button class="quiet">Rechercher</button>
  </form>
  <nav aria-label="Navigation principale">
    <ul>
      ${NAVIGATION.map(([to, title]) => html`<li><a href="${to}" ${currentOf(to, path)}>${title}</a></li>`)}
    </ul>
  </nav>
  <form method="post" action="/sign-out" class="person">
    <input type="hidden" name="form-token" value="${formToken}" />
    <span><bdi>${shortened(person.name)}</bdi> <small>(${ROLES[person.role]})</small></span>
    <button class="quiet">Se déconnecter</button>
  </form>
`;

export const layout = async ({ environment, title, body, signedIn, said, onTo }: LayoutOptions): Promise<string> =>
  noBreakSpaces(
    String(
      await html`<!doctype html>
        <html lang="fr">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta
              name="htmx-config"
              content='{"includeIndicatorStyles":false,"allowEval":false,"historyCacheSize":0}'
            />
            ${onTo && html`<meta http-equiv="refresh" content="0; url=${onTo}" />`}
            <title>${title} · Console ${ENVIRONMENTS[environment].toLowerCase()}</title>
            <link rel="icon" href="${assetPath('icon.svg')}" />
            <link rel="stylesheet" href="${assetPath('console.css')}" />
            <script src="${assetPath('htmx.js')}" defer></script>
            <script src="${assetPath('search-key.js')}" defer></script>
          </head>
          <body>
            <a class="skip" href="#main">Aller au contenu</a>
            <header>
              <p class="name">
                <a href="/">Console</a> <span class="environment ${environment}">${ENVIRONMENTS[environment]}</span>
              </p>
              ${signedIn && navigation(signedIn)}
            </header>
            <main id="main">
              ${said && html`<p role="status" class="said">${said}</p>`}
              <h1>${title}</h1>
              ${body}
            </main>
          </body>
        </html>`,
    ),
  );
