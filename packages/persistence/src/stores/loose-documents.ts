import type { LooseDocuments } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromLooseDocument, LooseDocumentRow, toLooseDocument } from '../rows/loose-document.ts';
import type { Session } from '../session.ts';

export const looseDocuments = (session: Session): LooseDocuments => ({
  find: async (companyId, id) => {
    const row = areIds(companyId, id) ? await session.find(LooseDocumentRow, { company_id: companyId, id }) : undefined;
    return row && toLooseDocument(row);
  },
  add: async (document) => {
    await session.insert('loose_document', fromLooseDocument(document));
    session.know(LooseDocumentRow, fromLooseDocument(document));
  },
  save: async (document) => {
    await session.save(LooseDocumentRow, [document.companyId, document.id], fromLooseDocument(document));
  },
});
