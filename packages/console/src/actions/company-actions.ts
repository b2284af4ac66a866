import { addCompany, enableCompany, issueKey, revokeKey } from '@vehicle-insurance/core';
import type { Action } from './action.ts';

const companyAdd: Action = {
  name: 'company-add',
  title: 'Ajouter une société',
  about: 'service',
  isDangerous: false,
  consequence: 'La société est ajoutée sans clé d’API. Créez-lui ensuite une clé sur sa page.',
  fields: [{ name: 'name', label: 'Nom', kind: 'text' }],
  run: async ({ fields, by }, ports) => {
    const added = await addCompany(ports)({ name: fields['name'] ?? '', by });
    return added.map(({ name }) => `La société ${name} est ajoutée.`);
  },
};

const switching = (enabled: boolean): Action => ({
  name: enabled ? 'company-enable' : 'company-disable',
  title: enabled ? 'Réactiver la société' : 'Désactiver la société',
  about: 'company',
  isDangerous: true,
  consequence: enabled
    ? 'Les clés de la société seront de nouveau acceptées.'
    : 'Les clés de la société seront refusées d’ici cinq secondes.',
  fields: [],
  run: async ({ id, by }, ports) => {
    const changed = await enableCompany(ports)({ company: id, enabled, by });
    return changed.map(({ name }) => `La société ${name} est ${enabled ? 'réactivée' : 'désactivée'}.`);
  },
});

const keyIssue: Action = {
  name: 'key-issue',
  title: 'Créer une clé',
  about: 'company',
  isDangerous: true,
  showsSecret: true,
  consequence:
    'La clé s’affiche une seule fois, sur la page suivante. Si une seconde personne doit confirmer la création, c’est elle qui verra la clé et la remettra à la société.',
  fields: [{ name: 'label', label: 'Usage de la clé', kind: 'text' }],
  run: async ({ id, fields, by }, ports) => {
    const issued = await issueKey(ports)({ company: id, label: fields['label'], by });
    return issued.map(({ key }) => key);
  },
};

const keyRevoke: Action = {
  name: 'key-revoke',
  title: 'Révoquer une clé',
  about: 'company',
  isDangerous: true,
  consequence: 'D’ici cinq secondes, la clé sera refusée définitivement.',
  fields: [
    {
      name: 'key',
      label: 'Premiers caractères de la clé, tels qu’ils figurent sur la page de la société',
      kind: 'text',
    },
  ],
  run: async ({ id, fields, by }, ports) => {
    const revoked = await revokeKey(ports)({ key: fields['key'] ?? '', companyId: id, by });
    return revoked.map(({ prefix }) => `La clé ${prefix}… est révoquée.`);
  },
};

/** The actions for companies and their keys. */
export const COMPANY_ACTIONS: readonly Action[] = [companyAdd, switching(true), switching(false), keyIssue, keyRevoke];
