import { findClosing, type BordereauFile, type Closing, type InsurerBordereaux } from '@vehicle-insurance/core';
import { authorHtml } from '../words/author.ts';
import { failureText, type WordedCode } from '../words/failures.ts';
import { moment, month as frenchMonth, number } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { File, Route, Page } from '../web/route.ts';
import { table } from '../web/table.ts';
import { button } from './waiting.ts';

const BACK = html`<p><a href="/books">Retour à la comptabilité</a></p>`;

const refused = (code: WordedCode, status: number, back: Html = BACK): Page => ({
  title: failureText({ code }),
  body: back,
  status,
});

/** The bordereaux of a closed month: the totals of each list, and each file with its state. */
export const bordereauxPage: Route = {
  method: 'GET',
  path: '/books/:month/bordereaux',
  answer: async ({ params, person }, { ports }) => {
    const closing = await findClosing(ports)(params['month'] ?? '');
    if (!closing)
      return refused(
        'month_open',
        404,
        html`<p>Les bordereaux sont générés à la clôture du mois.</p>
          ${BACK}`,
      );
    const all = await ports.bordereaux.read(closing);
    const { insurers = [] } = await ports.catalogue.current();
    const [codes, areKnown] = [all.map(({ insurer }) => insurer?.code), all.every(({ insurer }) => insurer)];
    const idle = areKnown ? insurers.filter(({ code }) => !codes.includes(code)).map(({ name }) => name) : [];
    return {
      title: `Bordereaux : ${frenchMonth(closing.month)}`,
      body: html`
        <p>
          Clôture n° ${closing.number} du ${moment(closing.at, ports.zone)}, ${authorHtml(closing)}. Montants en francs
          CFA.
        </p>
        ${all.length === 0 && html`<p class="none">${await whyNone(ports, closing)}</p>`}
        ${all.map((each) => insurerSection(closing.month, each))}
        ${all.length > 0 && idle.length > 0 && html`<p>Assureurs sans opération ce mois-là : ${idle.join(', ')}.</p>`}
        <div class="actions">${button(person, 'bordereau make', closing.month)}</div>
        ${BACK}
      `,
    };
  },
};

const whyNone = async ({ books }: PageDependencies['ports'], closing: Closing): Promise<string> =>
  (await books.balances(closing)).every(({ debit, credit }) => debit === 0 && credit === 0)
    ? 'Aucune écriture ce mois-là : il n’y a pas de bordereau.'
    : 'Aucun fichier : les bordereaux ne sont pas encore générés, ou aucun contrat n’a fait l’objet d’une opération ce mois-là.';

const insurerSection = (month: string, { folder, insurer, files, totals }: InsurerBordereaux): Html => {
  const isIntact = files.every(({ state }) => state === 'intact');
  return html`
    <section>
      <h2>${insurer?.name ?? 'Assureur (nom indiqué sur le PDF)'} <small>dossier ${folder}</small></h2>
      ${!isIntact && html`<p role="alert" class="alarm">Ce dossier a été modifié depuis la génération des bordereaux : n’envoyez aucun fichier. Demandez à l’administrateur de déplacer le dossier, puis générez de nouveau les bordereaux.</p>`}
      ${totals ? totalTables(totals) : html`<p class="none">Totaux indisponibles : le fichier des totaux est modifié ou manquant.</p>`}
      ${table(
        'Fichiers',
        ['Fichier', 'État', 'Empreinte du fichier', 'Taille en octets'],
        files.map((file) => [
          file.state === 'intact'
            ? html`<a href="/books/${month}/bordereaux/${encodeURIComponent(folder)}/${file.name}"
                >${breakable(file.name)}</a
              >`
            : file.name,
          STATES[file.state],
          file.sha256 &&
            html`<details>
              <summary>Afficher</summary>
              <span class="why">${file.sha256}</span>
            </details>`,
          file.size === undefined ? '–' : number(file.size),
        ]),
        3,
      )}
    </section>
  `;
};

/** A file name that a phone may wrap before each dot. */
const breakable = (name: string): Html => html`${name.split(/(?=\.)/).map((part) => html`<wbr />${part}`)}`;

const STATES: Readonly<Record<BordereauFile['state'], string>> = {
  intact: 'conforme',
  changed: 'modifié',
  missing: 'manquant',
  foreign: 'fichier inconnu',
};

/** The number of columns before the amounts: intermediary's number, intermediary's name, list, row count. */
const BEFORE_AMOUNTS = 4;
const PREMIUM = 'Prime totale';

/** The totals of each list by amount, and the premium of each intermediary. */
const totalTables = ([titles = [], ...lines]: readonly (readonly string[])[]): Html => {
  const inFigures = (amount = ''): string => (amount === '' ? '–' : number(Number(amount)));
  const totals = lines.filter(([id]) => id === '');
  const own = lines.filter(([id, , , rows]) => id !== '' && rows !== '0');
  const amounts = titles.slice(BEFORE_AMOUNTS - 1);
  return html`
    ${table(
      'Totaux',
      ['Rubrique', ...totals.map(([, , list = '']) => list)],
      amounts.map((title, at) => [
        at === 0 ? 'Nombre d’opérations' : title,
        ...totals.map((line) => inFigures(line[BEFORE_AMOUNTS - 1 + at])),
      ]),
      1,
    )}
    ${table(
      'Par intermédiaire',
      ['Intermédiaire', 'Bordereau', 'Opérations', PREMIUM],
      own.map((line) => {
        const [id = '', name = '', list = '', rows] = line;
        return [html`${name} <small>${id}</small>`, list, inFigures(rows), inFigures(line[titles.indexOf(PREMIUM)])];
      }),
      2,
    )}
  `;
};

/** Sends a bordereau file. Refuses a file whose content has changed. */
export const bordereauFile: Route = {
  method: 'GET',
  path: '/books/:month/bordereaux/:folder/:file',
  answer: async ({ params }, { ports }): Promise<File | Page> => {
    const { month = '', folder = '', file = '' } = params;
    const closing = await findClosing(ports)(month);
    if (!closing) return refused('month_open', 404);
    const back = html`<p>
      <a href="/books/${closing.month}/bordereaux">Bordereaux : ${frenchMonth(closing.month)}</a>
    </p>`;
    const found = await ports.bordereaux.open(closing, folder, file);
    if (found.isErr()) return refused(found.error.code, found.error.code === 'bordereau_changed' ? 409 : 404, back);
    // Without the folder in its name, an operator could send the file to the wrong insurer.
    return { bytes: found.value, type: 'application/octet-stream', name: `${month}-${folder}-${file}`, isKept: true };
  },
};
