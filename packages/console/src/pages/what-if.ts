import { readCatalogue, SIMULATION_HEADINGS, simulationLine } from '@vehicle-insurance/catalogue';
import {
  addDays,
  later,
  MINIMUM_LINE,
  parseDate,
  parseJson,
  startOfDay,
  type CatalogueDefinition,
  type Simulation,
} from '@vehicle-insurance/core';
import { number } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageResponse, Route, Page, Visit } from '../web/route.ts';
import { remarksOn, type Remarks } from './remarks.ts';
import { simulationReport } from './simulation.ts';
import { pageBounds, simulateWithin } from './what-if-within.ts';

const PATH = '/what-if';
const TITLE = 'Simuler un tarif';

/** The form that simulates a tariff on past quotes. */
export const whatIfForm: Route = {
  method: 'GET',
  path: PATH,
  answer: async (visit) => ({ title: TITLE, body: form(visit) }),
};

/** Past quotes priced with the tariff, as a page or as CSV with every quote. Stores nothing. */
export const whatIf: Route = {
  method: 'POST',
  path: PATH,
  takesFile: 1,
  changesNothing: true,
  answer: async (visit, { ports }): Promise<PageResponse> => {
    const bounds = pageBounds();
    const { file = '', 'file-problem': fileProblem, since = '', until = '', as } = visit.form;
    const refused = (problem: Html): Page => ({
      title: TITLE,
      body: html`<div role="alert" class="alarm">${problem}</div>
        ${form(visit)}`,
      status: 400,
    });
    const [first, last] = [parseDate(since), parseDate(until)];
    if (!first || (until !== '' && !last))
      return refused(html`<p>Indiquez des dates valables, par exemple 21/11/2026.</p>`);
    const read = fileProblem === undefined ? definitionIn(file) : { problems: [`The file: ${fileProblem}.`] };
    if ('problems' in read) return refused(problemList(read.problems));
    const period = {
      since: startOfDay(first, ports.zone),
      until: last && later(startOfDay(addDays(last, 1), ports.zone), { milliseconds: -1 }),
    };
    const lines: string[] = [SIMULATION_HEADINGS];
    const simulated = await simulateWithin(ports, { ...read, ...period }, bounds, (some) => {
      if (as === 'csv') lines.push(...some.map(simulationLine));
    });
    if (!simulated)
      return refused(html`
        <p>
          Cette simulation porte sur plus de ${number(bounds.quotes)} devis, ou son calcul est trop long. Choisissez une
          période plus courte, ou demandez à l’administrateur de faire la simulation.
        </p>
        ${command(`operator catalogue simulate FICHIER --since ${since}`)}
      `);
    if (simulated.isErr())
      return refused(html`
        <p>
          La simulation s’est arrêtée. Pour certains devis (${number(simulated.error.quotes)}), la prime recalculée avec
          le tarif d’origine diffère de la prime enregistrée. Prévenez l’administrateur.
        </p>
        <details>
          <summary>Références de ces devis, pour l’administrateur</summary>
          <ul>
            ${simulated.error.ids.map((id) => html`<li>${id}</li>`)}
          </ul>
        </details>
      `);
    if (as === 'csv') return { bytes: Buffer.from(lines.join('')), type: 'text/csv', name: 'devis.csv', isKept: true };
    const remarks = await remarksOn(read.definition, bounds.until);
    return {
      title: TITLE,
      body: html`${remarkList(remarks)} ${shown(simulated.value, read.definition, visit)} ${form(visit)}`,
    };
  },
};

/** A command that the reader passes on to the administrator. */
const command = (line: string): Html =>
  html`<details>
    <summary>Commande, pour l’administrateur</summary>
    <pre>${line}</pre>
  </details>`;

const form = ({ formToken, form: { since = '', until = '' } }: Visit): Html => html`
  <form method="post" action="${PATH}" enctype="multipart/form-data" class="sheet">
    <input type="hidden" name="form-token" value="${formToken}" />
    <label for="file">Fichier du tarif (JSON, 1 Mo maximum)</label>
    <input id="file" name="file" type="file" accept=".json,application/json" required />
    <label for="since">Devis créés depuis le</label>
    <input id="since" name="since" type="date" value="${since}" required />
    <label for="until">Devis créés jusqu’au (facultatif ; aujourd’hui par défaut)</label>
    <input id="until" name="until" type="date" value="${until}" />
    <div class="actions"><button>Comparer</button></div>
    <p><small>La simulation ne modifie rien : le tarif n’est pas appliqué.</small></p>
  </form>
`;

type Read = { readonly definition: CatalogueDefinition } | { readonly problems: readonly string[] };

const definitionIn = (file: string): Read => {
  const json = parseJson(file);
  if (json.isErr()) return { problems: [`The file: ${json.error}.`] };
  const read = readCatalogue(json.value);
  return read.isOk()
    ? { definition: read.value }
    : { problems: read.error.map(({ where, message }) => `${where}: ${message}`) };
};

/** Why the file is not a valid catalogue, in English for authors of tariffs. */
const problemList = (problems: readonly string[]): Html => html`
  <p>Ce fichier contient des erreurs. Transmettez-les à l’auteur du tarif :</p>
  <ul lang="en">
    ${problems.slice(0, MAX_LISTED).map((problem) => html`<li>${problem}</li>`)}
  </ul>
  ${problems.length > MAX_LISTED && html`<p>Autres erreurs, non affichées : ${problems.length - MAX_LISTED}.</p>`}
`;

const MAX_LISTED = 100;

const remarkList = ({ list, isWhole }: Remarks): Html => html`
  ${
    list.length > 0 &&
    html`<details>
      <summary>Remarques en anglais, pour l’auteur du tarif : ${list.length}</summary>
      <ul lang="en">
        ${list.slice(0, MAX_LISTED).map((remark) => html`<li>${remark}</li>`)}
      </ul>
    </details>`
  }
  ${
    !isWhole &&
    html`<p>
        Ce tarif est trop long à contrôler entièrement sur cette page. Demandez à l’administrateur de le contrôler.
      </p>
      ${command('operator catalogue check FICHIER')}`
  }
`;

/** The label of each tariff line, by its code. */
const labelsOf = ({ coverages }: CatalogueDefinition): ((code: string) => string) => {
  const lines = coverages.flatMap(({ tariff: { components, minimumPremium, fees, taxes } }) => [
    ...components,
    ...(minimumPremium ? [{ code: MINIMUM_LINE, label: minimumPremium.label }] : []),
    ...[...fees, ...taxes],
  ]);
  const labels = new Map(lines.map(({ code, label }) => [code, label]));
  return (code) => labels.get(code) ?? code;
};

const shown = (simulation: Simulation, definition: CatalogueDefinition, { form: sent, formToken }: Visit): Html => {
  const { all, versions } = simulation;
  const gone = versions.filter(({ isKept }) => !isKept);
  return html`
    ${
      all.quotes === 0
        ? html`<p class="none">Aucun devis n’a été créé pendant cette période.</p>`
        : html`
            <p>
              Devis comparés : ${number(all.quotes)}. Contrôle : pour chaque devis contrôlé, la prime recalculée avec le
              tarif d’origine est bien la prime enregistrée.
              ${gone.map(({ version, quotes }) => `Devis non contrôlés : ${number(quotes)} (le tarif de la version ${version} n’est plus conservé). `)}
            </p>
            <form method="post" action="${PATH}" enctype="multipart/form-data">
              <input type="hidden" name="form-token" value="${formToken}" />
              <input type="hidden" name="file" value="${sent['file']}" />
              <input type="hidden" name="since" value="${sent['since']}" />
              <input type="hidden" name="until" value="${sent['until']}" />
              <div class="actions">
                <button name="as" value="csv" class="quiet">Télécharger le détail (CSV)</button>
              </div>
            </form>
            ${simulationReport(simulation, labelsOf(definition))}
          `
    }
  `;
};
