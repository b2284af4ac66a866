import { withExtension, type LinkedDocuments } from '@vehicle-insurance/core';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiContext, ApiMiddleware } from '../state.ts';
import { ENDED_LINK_PAGE, ENDED_LINK_POLICY } from './ended-link-page.ts';

/** Opens a signed link, which needs no key. One that is forged, too old, or of nothing is simply not there. */
export const openLinkedDocument =
  (linkedDocuments: LinkedDocuments): ApiMiddleware =>
  async (ctx) => {
    const document = await linkedDocuments.open(`${ctx.path}${ctx.search}`);
    if (!document) return refuseLink(ctx);
    const name = document.name ?? document.key.split('/').at(-1) ?? 'document';
    ctx.attachment(withExtension(name, document.type), { type: 'inline' });
    ctx.type = document.type;
    ctx.set('cache-control', 'private, no-store');
    // A page of the caller's may show it in a frame, and a browser may show it with a viewer of its own.
    ctx.remove('content-security-policy');
    const { buffer, byteOffset, byteLength } = document.bytes;
    ctx.body = Buffer.from(buffer, byteOffset, byteLength);
  };

/** Programs are told as everywhere; a browser shows its person what to do. */
const refuseLink = (ctx: ApiContext): void => {
  refuse(ctx, { code: 'not_found', what: 'document' });
  ctx.vary('accept');
  if (ctx.accepts('json', 'html') !== 'html') return;
  ctx.set('content-security-policy', ENDED_LINK_POLICY);
  ctx.type = 'html';
  ctx.body = ENDED_LINK_PAGE;
};
