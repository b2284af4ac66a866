import { Err, type Documents } from '@vehicle-insurance/core';

/** A file with this name cannot be stored in the sandbox. */
const OUTAGE = 'storage-outage.pdf';

/** Makes a store fail for one file name, so that a caller of the sandbox can test for `storage_unavailable`. */
export const withScriptedOutage = <Store extends Documents>(documents: Store): Store => ({
  ...documents,
  put: async (document, name) =>
    name === OUTAGE ? Err({ code: 'storage_unavailable' }) : documents.put(document, name),
});
