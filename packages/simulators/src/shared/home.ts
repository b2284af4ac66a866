import type Router from '@koa/router';
import { ICONS } from './icons.ts';
import { markup } from './markup.ts';
import { answerPage, headline, wantsPage } from './page.ts';

export interface Description {
  readonly name: string;
  readonly about: string;
  /** The simulator's own URLs that are useful to open. */
  readonly links: readonly string[];
}

/** Answers `GET /` with the description. Browsers get a page; other clients get JSON. */
export const describeAt = (router: Router, description: Description): void => {
  const { name, about, links } = description;
  const buttons = links.map((link) => markup`<a class="button quiet" href="${link}">${link}</a>`);
  const body = markup`${headline('muted', ICONS.document, name)}
<p class="lead">${about}</p>
<div class="actions">${buttons}</div>`;
  router.get('/', (ctx) => {
    if (wantsPage(ctx)) answerPage(ctx, 200, { title: name, icon: ICONS.shield, heading: 'Simulateur', body });
    else ctx.body = description;
  });
};
