import {
  CANCELLATION_IN_FRENCH,
  contentOfFigures,
  DIFFERENCE_KINDS,
  DIFFERENCES_IN_FRENCH,
  faultInFrench,
  refundBasis,
  unlistedIn,
  REFUNDS_IN_FRENCH,
  type ActionFailure,
  type CancelledContract,
  type StatementFigures,
} from '@vehicle-insurance/core';
import type { Action } from '../actions.ts';
import { DIFFERENCE_REMEDIES, matchResultText } from '../words/differences.ts';
import { amountIn, day, francs, number, period, providerName } from '../words/format.ts';
import { html, type Html, type Value } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import { table } from '../web/table.ts';
import { LINE_KINDS, lineTable } from './statement.ts';
import { linksTo } from './subjects.ts';

type Ports = PageDependencies['ports'];

/**
 * How a page shows the preview of an action. If `contentOf` is present, a confirmation fails when the previewed content
 * has changed.
 */
interface Preview {
  readonly shown: (result: unknown, ports: Ports) => Promise<Html>;
  readonly contentOf?: (result: unknown) => string;
  /** The label of the confirm button, if it is not the default. */
  readonly confirm?: string;
}

/** The actions whose preview is more than a list of sentences. */
export const PREVIEWS: Readonly<Partial<Record<Action['name'], Preview>>> = {
  'contract cancel': { shown: async (result) => cancellationShown(result as CancelledContract) },
  'statement import': {
    shown: (result, ports) => figuresShown(result as StatementFigures, ports),
    contentOf: (result) => contentOfFigures(result as StatementFigures),
    confirm: 'Importer',
  },
};

/** Shows the preview of an action. An action without an entry in `PREVIEWS` is shown line by line. */
export const previewShown = async (action: Action, result: unknown, id: string, ports: Ports): Promise<Html> =>
  (await PREVIEWS[action.name]?.shown(result, ports)) ??
  html`<ul class="preview">
    ${action
      .doneText(result, id)
      .split('\n')
      .map((line) => html`<li>${line}</li>`)}
  </ul>`;

/** The period and the premium line by line, in the words of the statement of cancellation. */
const cancellationShown = ({ contract, terms, premium, charged, refundMode }: CancelledContract): Html => {
  const words = CANCELLATION_IN_FRENCH;
  const { lastDay, soldUntil, refund } = terms;
  const { all, unused, extent } = refundBasis(terms, contract, charged.amount);
  const unlisted = unlistedIn(premium, { ...charged, amount: charged.amount - charged.fees }, refund);
  const explanations = {
    none: words.nothingRefunded,
    whole: words.allRefunded,
    days: words.daysRefunded(unused, all),
  };
  const row = (label: string, paid: number, refunded: number): readonly Value[] => [
    label,
    francs(paid),
    refunded === 0 ? '–' : `${number(unused)} / ${number(all)}`,
    francs(refunded),
  ];
  return html`
    <section>
      <dl>
        <dt>${words.sold}</dt>
        <dd>${period(contract.startDate, soldUntil)} <small>${number(all)} jours</small></dd>
        <dt>${words.lastDay}</dt>
        <dd>${lastDay === null ? words.noDay : day(lastDay)}</dd>
      </dl>
    </section>
    ${table(
      words.refund,
      [words.item, words.paid, 'Jours à rembourser', words.refunded],
      [
        ...premium.lines.map(({ label, amount }, at) => row(label, amount, refund?.lines[at] ?? 0)),
        ...(unlisted ? [row(words.unlisted, unlisted.charged, unlisted.refunded)] : []),
        row(words.providerFees, charged.fees, refund?.fees ?? 0),
        row(words.total, charged.amount, refund?.amount ?? 0).map((cell) => html`<strong>${cell}</strong>`),
      ],
      1,
    )}
    <p>${explanations[extent]}</p>
    ${refundMode !== 'none' && html`<p>${REFUNDS_IN_FRENCH[refundMode]}</p>`}
  `;
};

const figuresShown = async (figures: StatementFigures, ports: Ports): Promise<Html> => {
  const { provider, from, until, lines, kept, changed, totals, results, opened, settled, first } = figures;
  const linkTo = await linksTo(
    ports,
    first.flatMap(({ reference }) => reference ?? []),
  );
  return html`
    <dl>
      <dt>Opérateur de paiement</dt>
      <dd>${providerName(provider)}</dd>
      <dt>Période</dt>
      <dd>${from === null || until === null ? 'non indiquée' : period(from, until)}</dd>
      <dt>Lignes lues</dt>
      <dd>${number(lines)}</dd>
      <dt>Lignes nouvelles</dt>
      <dd>${number(kept - changed)}</dd>
      <dt>Lignes modifiées</dt>
      <dd>${number(changed)}</dd>
      <dt>Lignes déjà enregistrées</dt>
      <dd>${number(lines - kept)}</dd>
      <dt>Écarts qui seront résolus</dt>
      <dd>${number(settled)}</dd>
    </dl>
    ${table(
      'Totaux du relevé',
      ['Nature', 'Lignes', 'Montant', 'Frais de l’opérateur'],
      totals.map(({ kind, currency, lines: count, amount, fees }) => [
        LINE_KINDS[kind],
        number(count),
        amountIn(amount, currency),
        amountIn(fees, currency),
      ]),
      1,
    )}
    ${table(
      'Rapprochement avec nos paiements',
      ['Rapprochement', 'Lignes'],
      (['matched', 'another', ...DIFFERENCE_KINDS] as const).flatMap((result) => {
        const count = results[result];
        return count === undefined ? [] : [[matchResultText(result), number(count)]];
      }),
      1,
    )}
    ${table(
      'Nouveaux écarts',
      ['Écart', 'Nombre', 'Que faire'],
      DIFFERENCE_KINDS.flatMap((kind) => {
        const count = opened[kind];
        return count === undefined ? [] : [[DIFFERENCES_IN_FRENCH[kind], number(count), DIFFERENCE_REMEDIES[kind]]];
      }),
    )}
    ${lineTable('Premières lignes', first, linkTo, ports.zone)}
  `;
};

/** The maximum number of faults on a page. If the column mapping is wrong, every line has a fault. */
const FAULTS = 50;

/** The faults of a refused file, as a list; undefined for any other failure. */
export const faultsShown = (failure: ActionFailure): Html | undefined => {
  if (failure.code !== 'statement_faults') return undefined;
  const { faults } = failure;
  return html`
    Rien n’a été importé. Erreurs dans le fichier : ${number(faults.length)}.
    <ul>
      ${faults.slice(0, FAULTS).map((fault) => html`<li>${faultInFrench(fault)}</li>`)}
    </ul>
    ${faults.length > FAULTS && `Autres erreurs, non affichées : ${number(faults.length - FAULTS)}.`}
  `;
};
