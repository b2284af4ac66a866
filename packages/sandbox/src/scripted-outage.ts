import { Err, type Documents } from '@vehicle-insurance/core';

/** The sandbox refuses to store a file with this name. */
const OUTAGE = 'storage-outage.pdf';

/** Makes a document store fail for one file name, so that callers can test how they handle `storage_unavailable`. */
export const withScriptedOutage = <Store extends Documents>(documents: Store): Store => ({
  ...documents,
  put: async (document, name) =>
    name === OUTAGE ? Err({ code: 'storage_unavailable' }) : documents.put(document, name),
});
