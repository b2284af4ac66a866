import { ACTION_ITEM_KINDS, dismissActionItem, Err, Ok, retryDocuments } from '@vehicle-insurance/core';
import { WHY, type Action } from './action.ts';

const dismiss: Action = {
  name: 'dismiss',
  title: 'Retirer de la liste',
  about: 'service',
  isDangerous: false,
  consequence:
    'La ligne disparaît ; votre nom et votre motif sont conservés. Elle réapparaît si le problème se reproduit.',
  fields: [{ name: 'kind', label: '', kind: 'hidden' }, { name: 'seen', label: '', kind: 'hidden' }, WHY],
  run: async ({ id, fields, by }, ports) => {
    const kind = ACTION_ITEM_KINDS.find((each) => each === fields['kind']);
    const seen = fields['seen'] || undefined;
    const dismissed = await dismissActionItem(ports)({ ids: [id], kind, why: fields['why'] ?? '', by, seen });
    return dismissed.isOk() ? Ok('La ligne est retirée.') : Err(dismissed.error);
  },
};

const documentsRun: Action = {
  name: 'documents-run',
  title: 'Relancer l’édition des documents en retard',
  about: 'service',
  isDangerous: false,
  consequence: 'Les documents attendus sont générés immédiatement, sans attendre le prochain contrôle périodique.',
  fields: [],
  run: async ({ by }, ports) => {
    const { lock, jobs, store, clock } = ports;
    await lock.pass(async () => {
      await retryDocuments(ports)({ by });
      await jobs.documents();
      await store.jobRuns.record('documents', clock.now());
    });
    return Ok('L’édition des documents est relancée. Ceux qui manquent encore restent dans la liste À traiter.');
  },
};

/** The actions for action items and due work. */
export const WORK_ACTIONS: readonly Action[] = [dismiss, documentsRun];
