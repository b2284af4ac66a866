import { randomBytes } from 'node:crypto';
import type { ApiContext, ApiMiddleware } from '../state.ts';
import { refuse } from '../middleware/answer-errors.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { keptFile, memoise, sendKept, type KeptFile } from './kept-file.ts';
import { scalarScript } from './scalar-script.ts';

const pageWith = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    <title>Vehicle insurance API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. Read <a href="/api/v1.0/openapi.json">openapi.json</a> instead.</noscript>
    <script src="/docs/reference.js"></script>
    <script src="/docs/scalar.js" defer></script>
  </body>
</html>
`;

/** Replaces the colours of Scalar that have too little contrast. */
const STYLES = `.light-mode {
  --scalar-color-3: #5c5c5c;
  --scalar-color-green: #006b43;
  --scalar-color-yellow: #7a5b00;
  --scalar-color-blue: #005fa3;
  --scalar-color-orange: #a83800;
}
.dark-mode { --scalar-color-3: #9a9a9a; }`;

/** The page loads nothing from another server, and sends nothing to another server. */
const OPTIONS = {
  url: '/api/v1.0/openapi.json',
  customCss: STYLES,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  featuredClients: ['shell/curl', 'php/guzzle', 'python/requests'],
};

const SCRIPT = `const nonce = document.querySelector('meta[property=csp-nonce]').content;
const create = document.createElement.bind(document);
// Scalar inserts style elements. The policy of this page allows only those with the nonce.
document.createElement = (name, options) => Object.assign(create(name, options), name === 'style' && { nonce });
document.addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#reference', ${JSON.stringify(OPTIONS)}));
`;

const ASSETS = new Map([
  ['reference.js', memoise(() => keptFile('js', SCRIPT))],
  ['scalar.js', memoise(async () => keptFile('js', await scalarScript()))],
]);

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The reference page of the API, which the browser renders from the OpenAPI document. */
export const referencePage: ApiMiddleware = (ctx) => {
  const nonce = randomBytes(16).toString('base64');
  ctx.set('content-security-policy', policyWith(nonce));
  ctx.set('referrer-policy', 'no-referrer');
  ctx.type = 'html';
  ctx.body = pageWith(nonce);
};

/** Serves the OpenAPI document. A document is serialised only once. */
export const serveDocument = (published: () => OpenApiDocument): ApiMiddleware => {
  const written = new WeakMap<OpenApiDocument, Promise<KeptFile>>();
  return async (ctx) => {
    const document = published();
    const file = written.get(document) ?? keptFile('json', JSON.stringify(document));
    written.set(document, file);
    sendKept(ctx, await file);
  };
};

export const referenceAsset = async (ctx: ApiContext, name: string): Promise<void> => {
  const file = await ASSETS.get(name)?.();
  if (!file) return refuse(ctx, { code: 'not_found' });
  ctx.set('cache-control', 'public, max-age=3600');
  sendKept(ctx, file);
};
