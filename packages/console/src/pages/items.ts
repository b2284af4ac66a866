import {
  ACTION_ITEM_KINDS,
  addDays,
  dateOf,
  inFrench,
  listActionItems,
  listFigures,
  sum,
  type ActionItem,
  type Sums,
} from '@vehicle-insurance/core';
import { ITEM_WORDS } from '../words/action-items.ts';
import { age, countOf, day, francs, moment, number } from '../words/format.ts';
import { authorHtml } from '../words/author.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { linksTo } from './subjects.ts';
import { findRemedies, proposalsOf } from './waiting.ts';

/** The action items, most urgent first, with instructions for each kind. Today's business figures follow. */
export const itemsPage: Route = {
  method: 'GET',
  path: '/',
  answer: async ({ person }, { ports, access }) => {
    const items = await listActionItems(ports)();
    const now = ports.clock.now();
    const ids = items.map(({ id }) => id);
    const [linkTo, remediesOf, proposed, pause, figures] = await Promise.all([
      linksTo(ports, ids),
      findRemedies(ports, person, items),
      access.proposals.list(),
      ports.store.paymentQueries.pause(),
      todayTable(ports),
    ]);
    const kinds = ACTION_ITEM_KINDS.map((kind) => ({
      words: ITEM_WORDS[kind],
      same: items.filter((item) => item.kind === kind),
    })).filter(({ same }) => same.length > 0);
    const listed = (item: ActionItem): Html => html`
      <li>
        <p class="which">
          ${linkTo(item.id)}
          <small>· ${item.companyName}, ${age(item.since, now, ports.zone)}</small>
        </p>
        ${item.why !== null && html`<p class="why">${inFrench(item.why)}</p>`}
        ${proposalsOf(proposed, item.id, ports.zone)}
        <p>
          <small
            >${item.nextTry === null ? 'Votre intervention est nécessaire.' : html`Prochaine tentative : ${moment(item.nextTry, ports.zone)}`}</small
          >
        </p>
        ${remediesOf(item)}
      </li>
    `;
    return {
      title: items.length === 0 ? 'Rien à traiter' : `À traiter (${sum(kinds.map(({ same }) => same[0]?.total ?? 0))})`,
      // A script reloads the list with its count every 30 seconds. Without scripts, the page is still complete.
      body: html`
        <div id="items" hx-get="/" hx-trigger="every 30s" hx-select="#main" hx-target="#main" hx-swap="outerHTML">
          ${pause && html`<p class="alarm">Les paiements sont suspendus depuis le ${moment(pause.at, ports.zone)} ${authorHtml(pause)}. Motif : ${inFrench(pause.why)}</p>`}
          ${kinds.map(
            ({ words, same }) => html`
              <section class="kind">
                <h2>${words.what} <small>(${countOf(same)})</small></h2>
                <p>${words.next}</p>
                <ul class="cards">
                  ${same.map(listed)}
                </ul>
              </section>
            `,
          )}
          ${figures}
        </div>
      `,
    };
  },
};

const FIGURES: readonly (readonly [string, (sums: Sums) => string])[] = [
  ['Devis', ({ quotes }) => number(quotes)],
  ['Contrats payés', ({ contracts }) => number(contracts)],
  ['Primes émises', ({ premium }) => francs(premium)],
  ['Attestations encore en attente', ({ certificatesPending }) => number(certificatesPending)],
  ['Remboursements encore dus', ({ refundsDue }) => francs(refundsDue)],
];

/** Today's business figures so far, beside those of the same weekday last week. */
const todayTable = async (ports: PageDependencies['ports']): Promise<Html> => {
  const today = dateOf(ports.uncheckedClock.now(), ports.zone);
  const lastWeek = addDays(today, -7);
  const days = await listFigures(ports)({ from: lastWeek, until: today }, 'day');
  const [before, now] = [days[0], days.at(-1)];
  return html`
    ${table(
      'Aujourd’hui',
      ['Rubrique', `Le ${day(today)}`, `Le ${day(lastWeek)}, journée entière`],
      FIGURES.map(([name, text]) => [name, now && text(now), before && text(before)]),
      1,
    )}
    <p><a href="/figures">Tous les chiffres clés</a></p>
  `;
};
