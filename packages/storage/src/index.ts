// Where documents are kept, and the signed links that open them for an hour.

export { filesystemDocuments, type FilesystemStore } from './filesystem-documents.ts';
export { withScriptedOutage } from './scripted-outage.ts';
