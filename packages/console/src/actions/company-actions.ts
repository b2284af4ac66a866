import { addCompany, enableCompany, issueKey, revokeKey } from '@vehicle-insurance/core';
import type { Action } from './action.ts';

const companyAdd: Action = {
  name: 'company-add',
  title: 'Ajouter une société',
  about: 'service',
  isDangerous: false,
  consequence: 'Elle existe sans clé : donnez-lui en une ensuite.',
  fields: [{ name: 'name', label: 'Nom', kind: 'text' }],
  run: async ({ fields, by }, ports) => {
    const added = await addCompany(ports)({ name: fields['name'] ?? '', by });
    return added.map(({ name }) => `${name} est ajoutée.`);
  },
};

const switching = (enabled: boolean): Action => ({
  name: enabled ? 'company-enable' : 'company-disable',
  title: enabled ? 'Rouvrir à la société' : 'Fermer à la société',
  about: 'company',
  isDangerous: true,
  consequence: enabled ? 'Ses clés valent de nouveau.' : 'Ses clés ne valent plus, dans les cinq secondes.',
  fields: [],
  run: async ({ id, by }, ports) => {
    const changed = await enableCompany(ports)({ company: id, enabled, by });
    return changed.map(({ name }) => `${name} est ${enabled ? 'ouverte' : 'fermée'}.`);
  },
});

const keyIssue: Action = {
  name: 'key-issue',
  title: 'Donner une clé',
  about: 'company',
  isDangerous: true,
  showsSecret: true,
  consequence:
    'La clé se voit une seule fois : chez vous, à la page suivante ; s’il faut deux personnes, chez celle qui confirme, qui la remet à la société.',
  fields: [{ name: 'label', label: 'À quoi elle sert', kind: 'text' }],
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
  consequence: 'La clé ne vaut plus, dans les cinq secondes, et ne revient pas.',
  fields: [{ name: 'key', label: 'Début de la clé ou son identifiant', kind: 'text' }],
  run: async ({ id, fields, by }, ports) => {
    const revoked = await revokeKey(ports)({ key: fields['key'] ?? '', companyId: id, by });
    return revoked.map(({ prefix }) => `La clé ${prefix}… est révoquée.`);
  },
};

/** What can be done about companies and their keys. */
export const COMPANY_ACTIONS: readonly Action[] = [companyAdd, switching(true), switching(false), keyIssue, keyRevoke];
