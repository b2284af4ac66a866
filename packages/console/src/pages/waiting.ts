import { listActionItems } from '@vehicle-insurance/core';
import { ACTIONS } from '../actions/actions.ts';
import { ITEM_WORDS } from '../words/action-items.ts';
import { told } from '../words/told.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** What of this waits for an operator, and what can be done about it. */
export const waiting = async ({ ports }: Pick<PageDependencies, 'ports'>, id: string): Promise<Html> => {
  const items = await listActionItems(ports)([id]);
  return html`${items.map(
    ({ kind, why }) => html`
      <section class="waits">
        <h2>${ITEM_WORDS[kind].what}</h2>
        <p>${ITEM_WORDS[kind].next}</p>
        ${why !== null && html`<p class="why">${told(why)}</p>`}
        <div class="actions">
          ${ITEM_WORDS[kind].remedies.map((remedy) => (remedy === 'statement-explain' && items.length > 1 ? DIFFERENCES : button(remedy, id, kind)))}
        </div>
      </section>
    `,
  )}`;
};

/** Where each of several differences is explained. */
const DIFFERENCES = html`<a class="button quiet" href="/statement">Voir les écarts</a>`;

/** A link to the form of an action. */
export const button = (name: string, id: string, kind?: string): Html => {
  const action = ACTIONS.get(name);
  const query = name === 'dismiss' && kind !== undefined ? `?kind=${kind}` : '';
  return html`<a class="button ${action?.isDangerous ? 'danger' : 'quiet'}" href="/act/${name}/${id}${query}"
    >${action?.title ?? name}</a
  >`;
};
