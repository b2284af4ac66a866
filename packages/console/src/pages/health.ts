import { ACTIONS_IN_FRENCH, inFrench, JOBS, type WorkKind } from '@vehicle-insurance/core';
import { momentOrNone, number } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { linksTo } from './subjects.ts';
import { button, documentsButton } from './waiting.ts';

const WORK: Readonly<Record<WorkKind, string>> = {
  notifications: 'Notifications de paiement à traiter',
  payments: 'Paiements à vérifier',
  refunds: 'Remboursements à effectuer',
  statements: 'Relevés à récupérer',
  certificates: 'Attestations à obtenir',
  documents: 'Documents à éditer',
  pending_uploads: 'Fichiers de cartes grises sans véhicule enregistré, à supprimer',
};

const JOB_NAMES = ACTIONS_IN_FRENCH.actions['work run'].fields.name.choices;

/** The state of the service: database, document store and scheduler as checked now, and the due work. */
export const healthPage: Route = {
  method: 'GET',
  path: '/health',
  answer: async ({ person }, { ports }) => {
    const { store, storage, scheduler, uncheckedClock, zone } = ports;
    const work = await store.workQueries.status(uncheckedClock.now());
    const lastRuns = await store.jobRuns.last();
    const pause = await store.paymentQueries.pause();
    const checks = await Promise.all([
      checkSystem('Base de données', store.ping),
      checkSystem('Stockage des documents', storage.check),
      checkSystem('Planificateur de tâches', async () => {
        const health = await scheduler.check();
        if (health !== 'ok') throw new Error(health);
      }),
    ]);
    const stuck = work.flatMap((each) => each.stuck);
    const linkTo = await linksTo(
      ports,
      stuck.flatMap(({ about }) => about ?? []),
    );
    return {
      title: 'État du service',
      body: html`
        <section>
          <h2>Paiements</h2>
          <p>
            ${pause ? html`Les paiements sont suspendus depuis le ${momentOrNone(pause.at, zone)}. Motif : ${inFrench(pause.why)}` : 'Les nouveaux paiements sont acceptés.'}
          </p>
          <div class="actions">${button(person, pause ? 'payment resume' : 'payment pause', '-')}</div>
        </section>
        ${table('Composants', ['Composant', 'État'], checks)}
        ${table(
          'Tâches',
          ['Tâche', 'À exécuter', 'Prévues plus tard', 'À exécuter depuis', 'En échec', 'En échec depuis'],
          work.map((each) => [
            WORK[each.kind],
            number(each.due),
            number(each.waiting),
            momentOrNone(each.oldest, zone),
            number(each.failing),
            momentOrNone(each.oldestFailing, zone),
          ]),
          ['text', 'number', 'number', 'code', 'number', 'code'],
        )}
        ${table(
          'Tâches en échec',
          ['Tâche', 'Paiement ou contrat', 'En échec depuis', 'Tentatives', 'Prochaine tentative', 'Erreur'],
          stuck.map((each) => [
            WORK[each.kind],
            each.about === null
              ? html`–
                  <details>
                    <summary>Référence, pour l’administrateur</summary>
                    ${each.id}
                  </details>`
              : linkTo(each.about),
            momentOrNone(each.since, zone),
            number(each.attempts),
            momentOrNone(each.nextTry, zone),
            each.lastError && inFrench(each.lastError),
          ]),
          ['text', 'text', 'code', 'number', 'code', 'text'],
        )}
        <div class="actions">${documentsButton(person)} ${button(person, 'certificate retry --all', '-')}</div>
        ${table(
          'Contrôles périodiques',
          ['Contrôle', 'Dernière exécution'],
          JOBS.map((job) => [JOB_NAMES[job], momentOrNone(lastRuns[job], zone)]),
        )}
      `,
    };
  },
};

/** Whether a system responds now, or its error. */
const checkSystem = async (
  what: string,
  check: PageDependencies['ports']['store']['ping'],
): Promise<readonly [string, Html | string]> =>
  check().then(
    () => [what, 'en service'] as const,
    (error: Error) =>
      [
        what,
        html`<strong class="why">en panne</strong>
          <details>
            <summary>Détails techniques, pour l’administrateur</summary>
            <span lang="en">${error.message}</span>
          </details>`,
      ] as const,
  );
