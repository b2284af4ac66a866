import type { DocumentType, LinkedDocuments } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import type { ApiMiddleware } from '../state.ts';

const EXTENSIONS: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Opens a signed link, which needs no key. One that is forged, too old, or of nothing is simply not there. */
export const openLinkedDocument =
  (linkedDocuments: LinkedDocuments): ApiMiddleware =>
  async (ctx) => {
    const document = await linkedDocuments.open(`${ctx.path}${ctx.search}`);
    if (!document) return refuse(ctx, { code: 'not_found', what: 'document' });
    ctx.attachment(`${document.key.split('/').at(-1) ?? 'document'}.${EXTENSIONS[document.type]}`, { type: 'inline' });
    ctx.type = document.type;
    ctx.set('cache-control', 'private, no-store');
    // A page of the caller's may show it in a frame, and a browser may show it with a viewer of its own.
    ctx.remove('content-security-policy');
    ctx.body = Buffer.from(document.bytes);
  };
