import type { LooseDocuments } from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

export const looseDocumentsIn = ({ looseDocuments }: Unit): LooseDocuments => ({
  find: async (companyId, id) => looseDocuments.get(keyIn(companyId, id)),
  add: async (document) => looseDocuments.add(document),
  save: async (document) => looseDocuments.save(document),
});
