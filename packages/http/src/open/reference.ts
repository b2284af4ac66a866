import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiContext, ApiMiddleware } from '../state.ts';
import { refuse } from '../middleware/answer-errors.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { keptFile, memoise, sendKept, type KeptFile } from './kept-file.ts';

const TITLE = 'Vehicle insurance API';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${TITLE}</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The same is in <a href="/api/v1.0/openapi.json">openapi.json</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/reference.js"></script>
  </body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
  url: '/api/v1.0/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

/**
 * All files that the page loads. They are ours or those of an installed package, and none comes from another server.
 */
const ASSETS = ['reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference page of the API, rendered by the browser from the OpenAPI document. */
export const referencePage: ApiMiddleware = (ctx) => {
  ctx.set('content-security-policy', POLICY);
  ctx.set('referrer-policy', 'no-referrer');
  ctx.type = 'html';
  ctx.body = PAGE;
};

/** Serves the OpenAPI document. It is serialised again only after a change. */
export const serveDocument = (published: () => OpenApiDocument): ApiMiddleware => {
  const written = new WeakMap<OpenApiDocument, Promise<KeptFile>>();
  return async (ctx) => {
    const document = published();
    const file = written.get(document) ?? keptFile('json', JSON.stringify(document));
    written.set(document, file);
    sendKept(ctx, await file);
  };
};

const contentOf = (name: string): Promise<string | Buffer> =>
  name === 'reference.js'
    ? Promise.resolve(SCRIPT)
    : readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));

/** Serves the files of the reference page. */
export const serveReferenceAssets = () => {
  const kept = new Map(
    ASSETS.map((name) => [name, memoise(async () => keptFile(extname(name), await contentOf(name)))] as const),
  );
  return async (ctx: ApiContext, name: string): Promise<void> => {
    const file = await kept.get(name)?.();
    if (!file) return refuse(ctx, { code: 'not_found' });
    ctx.set('cache-control', 'public, max-age=3600');
    sendKept(ctx, file);
  };
};
