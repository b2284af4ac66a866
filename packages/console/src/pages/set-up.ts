import { showCompany, type ApiKey, type Company, type Instant } from '@vehicle-insurance/core';
import type { SignedIn } from '../access/person.ts';
import { failureText } from '../words/failures.ts';
import { moment } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Page, Route } from '../web/route.ts';
import { button } from './waiting.ts';

/** A step of a company's set-up. `isDone` is null if the console cannot know it. */
interface Step {
  readonly title: string;
  readonly isDone: boolean | null;
  /** The result of the step, or what is missing and how to provide it. */
  readonly how: Html;
}

const FACTS: readonly (readonly [keyof Company, string])[] = [
  ['legalForm', 'la forme juridique'],
  ['address', 'l’adresse'],
  ['licence', 'le numéro d’agrément'],
  ['phone', 'le téléphone'],
];

const factsStep = (company: Company, person: SignedIn): Step => {
  const missing = FACTS.filter(([fact]) => company[fact] === null).map(([, name]) => name);
  return {
    title: 'Mentions sur les documents',
    isDone: missing.length === 0,
    how:
      missing.length === 0
        ? html`<p>Les documents portent toutes les mentions de la société.</p>`
        : html`<p>Il manque sur les documents : ${missing.join(', ')}.</p>
            <div class="actions">${button(person, 'company set', company.id)}</div>`,
  };
};

const codeStep = ({ id, intermediaryCode, office }: Company, person: SignedIn): Step => ({
  title: 'Code intermédiaire',
  isDone: intermediaryCode !== null,
  how:
    intermediaryCode === null
      ? html`<p>Sans code intermédiaire, les attestations de la société sont prises sur le stock commun.</p>
          <p>Demandez le code à l’organisme émetteur, puis saisissez-le.</p>
          <div class="actions">${button(person, 'company set', id)}</div>`
      : html`<p>Code intermédiaire : ${intermediaryCode}${office !== null && `, code du bureau : ${office}`}.</p>`,
});

interface Keyed {
  readonly company: Company;
  readonly keys: readonly ApiKey[];
}

const keyStep = ({ company, keys }: Keyed, person: SignedIn, { clock, zone }: PageDependencies['ports']): Step => {
  const now: Instant = clock.now();
  const valid = keys.filter(({ revoked, expires }) => revoked === null && (expires === null || expires > now));
  const lastUsed = valid
    .flatMap(({ lastUsed }) => lastUsed ?? [])
    .toSorted()
    .at(-1);
  return {
    title: 'Clé d’API',
    isDone: valid.length > 0,
    how:
      valid.length === 0
        ? html`<p>Créez une clé et remettez-la à la société par un moyen sûr : elle ne s’affiche qu’une fois.</p>
            <div class="actions">${button(person, 'key issue', company.id)}</div>`
        : html`<p>
            Clés valables : ${valid.length}.
            ${lastUsed ? html`Dernière utilisation : ${moment(lastUsed, zone)}.` : 'Aucune n’a encore été utilisée.'}
          </p>`,
  };
};

const ENDPOINT: Step = {
  title: 'Adresse de réception des événements',
  isDone: null,
  how: html`<p>
    La console n’affiche pas cette adresse. Si la société veut recevoir les événements, demandez à l’administrateur de
    vérifier que l’adresse est enregistrée.
  </p>`,
};

const activeStep = (company: Company, person: SignedIn): Step => ({
  title: 'Activation',
  isDone: company.enabled,
  how: company.enabled
    ? html`<p>La société est active : ses clés sont acceptées.</p>`
    : html`<p>La société est désactivée : ses clés sont refusées.</p>
        <div class="actions">${button(person, 'company enable', company.id)}</div>`,
});

const stateOf = ({ isDone }: Step): string => (isDone === null ? 'à vérifier' : isDone ? 'fait' : 'à faire');

/** A company's set-up, step by step. */
export const setUpPage: Route = {
  method: 'GET',
  path: '/company/:id/setup',
  answer: async ({ params, person }, { ports }): Promise<Page> => {
    const found = await showCompany(ports)({ company: params['id'] ?? '' });
    if (found.isErr()) return { title: failureText({ code: 'company_not_found' }), body: html``, status: 404 };
    const { company } = found.value;
    const steps = [
      ...[factsStep(company, person), codeStep(company, person), keyStep(found.value, person, ports), ENDPOINT],
      activeStep(company, person),
    ];
    const left = steps.filter(({ isDone }) => isDone === false).length;
    return {
      title: `Mise en service : ${company.name}`,
      body: html`
        <p>
          ${left === 0 ? 'Toutes les étapes que la console peut vérifier sont faites.' : `Étapes à faire : ${left}.`}
        </p>
        <ol class="cards">
          ${steps.map(
            (step) =>
              html`<li>
                <h2>${step.title} <small>(${stateOf(step)})</small></h2>
                ${step.how}
              </li>`,
          )}
        </ol>
        <p><a href="/company/${company.id}">Retour à la société</a></p>
      `,
    };
  },
};
