import { inFrench, JOBS, type WorkKind } from '@vehicle-insurance/core';
import { momentOrNone } from '../words/shown.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { button } from './waiting.ts';

const WORK: Readonly<Record<WorkKind, string>> = {
  notifications: 'Notifications',
  payments: 'Paiements, chez le fournisseur',
  refunds: 'Remboursements, chez le fournisseur',
  statements: 'Relevés, chez le fournisseur',
  certificates: 'Attestations, chez l’autorité',
  documents: 'Documents, au dépôt',
  pending_uploads: 'Fichiers déposés sans véhicule',
};

/** The state of everything outside, by our own work and by a question asked now. */
export const healthPage: Route = {
  method: 'GET',
  path: '/health',
  answer: async (_, { ports }) => {
    const { store, storage, scheduler, uncheckedClock, zone } = ports;
    const work = await store.workQueries.status(uncheckedClock.now());
    const lastRuns = await store.jobRuns.last();
    const pause = await store.paymentQueries.pause();
    const asked = await Promise.all([
      answers('Base de données', store.ping),
      answers('Dépôt de documents', storage.check),
      answers('Ordonnanceur', async () => {
        const health = await scheduler.check();
        if (health !== 'ok') throw new Error(health);
      }),
    ]);
    const stuck = work.flatMap((each) => each.stuck);
    return {
      title: 'Santé',
      body: html`
        <section>
          <h2>Paiements</h2>
          <p>
            ${pause ? html`Suspendus depuis ${momentOrNone(pause.at, zone)} : ${inFrench(pause.why)}` : 'Ils s’ouvrent.'}
          </p>
          <div class="actions">
            ${button(pause ? 'payments-resume' : 'payments-pause', '-')} ${button('documents-run', '-')}
            ${button('certificate-retry-all', '-')}
          </div>
        </section>
        ${table('Autour du service', ['Quoi', 'Réponse'], asked)}
        ${table(
          'Travail',
          ['Quoi', 'Dû', 'Attend', 'Le plus ancien', 'En difficulté', 'Depuis'],
          work.map((each) => [
            WORK[each.kind],
            each.due,
            each.waiting,
            momentOrNone(each.oldest, zone),
            each.failing,
            momentOrNone(each.oldestFailing, zone),
          ]),
        )}
        ${table(
          'Essayé en vain',
          ['Quoi', 'Identifiant', 'Depuis', 'Essais', 'Prochain', 'Erreur'],
          stuck.map((each) => [
            WORK[each.kind],
            html`<a href="/search?q=${each.about ?? each.id}">${each.about ?? each.id}</a>`,
            momentOrNone(each.since, zone),
            each.attempts,
            momentOrNone(each.nextTry, zone),
            each.lastError && inFrench(each.lastError),
          ]),
        )}
        ${table(
          'Tours',
          ['Tour', 'Dernier'],
          JOBS.map((job) => [job, momentOrNone(lastRuns[job], zone)]),
        )}
      `,
    };
  },
};

/** Whether it answers now, or why not. */
const answers = async (
  what: string,
  ask: PageDependencies['ports']['store']['ping'],
): Promise<readonly [string, Html | string]> =>
  ask().then(
    () => [what, 'répond'] as const,
    (error: Error) =>
      [what, html`<strong class="why">en panne</strong> <small lang="en">${error.message}</small>`] as const,
  );
