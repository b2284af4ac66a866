import { withExtension, type LinkedDocuments } from '@vehicle-insurance/core';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiContext } from '../state.ts';
import { ENDED_LINK_PAGE, ENDED_LINK_POLICY } from './ended-link-page.ts';

/**
 * Serves the document of a signed link, without an API key. Responds with 404 if the link is forged or expired, or if
 * its document does not exist.
 */
export const openLinkedDocument =
  (linkedDocuments: LinkedDocuments) =>
  async (ctx: ApiContext): Promise<void> => {
    const document = await linkedDocuments.open(`${ctx.path}${ctx.search}`);
    if (!document) return refuseLink(ctx);
    const name = document.name ?? document.key.split('/').at(-1) ?? 'document';
    ctx.attachment(withExtension(name, document.type), { type: 'inline' });
    ctx.type = document.type;
    ctx.set('cache-control', 'private, no-store');
    // A caller's page may show the document in a frame, and a browser may use its own viewer.
    ctx.remove('content-security-policy');
    const { buffer, byteOffset, byteLength } = document.bytes;
    ctx.body = Buffer.from(buffer, byteOffset, byteLength);
  };

/** A browser gets a page with instructions instead of the JSON error. */
const refuseLink = (ctx: ApiContext): void => {
  refuse(ctx, { code: 'not_found', what: 'document' });
  ctx.vary('accept');
  if (ctx.accepts('json', 'html') !== 'html') return;
  ctx.set('content-security-policy', ENDED_LINK_POLICY);
  ctx.set('content-language', 'fr');
  ctx.type = 'html';
  ctx.body = ENDED_LINK_PAGE;
};
