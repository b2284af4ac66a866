import { createHash } from 'node:crypto';
import type { ApiContext, ApiMiddleware } from '../state.ts';
import { isUnder } from './is-under.ts';

/**
 * Gives what GET answers under these paths a tag made of its content, and 304 to who has it already. Weak, since the
 * same answer may travel compressed or not. The caller may then keep it, and has to ask each time whether it still
 * holds. An answer that `expires` by itself, such as one with links in it, has no tag.
 */
export const answerUnchanged =
  (paths: readonly string[], expires: (ctx: ApiContext) => boolean): ApiMiddleware =>
  async (ctx, next) => {
    await next();
    const asks = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!asks || ctx.status !== 200 || !paths.some((path) => isUnder(path, ctx.path)) || expires(ctx)) return;
    const { body } = ctx;
    const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const tag = createHash('sha256').update(content).digest('base64url').slice(0, TAG_LENGTH);
    ctx.body = content;
    ctx.set('etag', `W/"${tag}"`);
    if (ctx.response.get('cache-control') === 'no-store') ctx.set('cache-control', 'private, no-cache');
    if (isAmong(ctx.get('if-none-match'), tag)) ctx.status = 304;
  };

/** Characters of the digest: 132 bits. */
const TAG_LENGTH = 22;

/**
 * Whether a list of tags, weak or strong, has this one. Koa's own comparison is not used: it answers in full to who also
 * sends `cache-control: no-cache`, as `fetch` does by itself when it is given a tag.
 */
const isAmong = (list: string, tag: string): boolean =>
  list.trim() === '*' || [...list.matchAll(/"([^"]*)"/g)].some(([, each]) => each === tag);
