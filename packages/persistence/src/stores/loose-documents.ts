import type { PendingUploads } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromPendingUpload, PendingUploadRow, toPendingUpload } from '../rows/loose-document.ts';
import type { Session } from '../session.ts';

export const pendingUploads = (session: Session): PendingUploads => ({
  find: async (companyId, id) => {
    const row = areIds(companyId, id) ? await session.find(PendingUploadRow, { company_id: companyId, id }) : undefined;
    return row && toPendingUpload(row);
  },
  add: async (document) => {
    await session.insert('loose_document', fromPendingUpload(document));
    session.know(PendingUploadRow, fromPendingUpload(document));
  },
  save: async (document) => {
    await session.save(PendingUploadRow, [document.companyId, document.id], fromPendingUpload(document));
  },
});
