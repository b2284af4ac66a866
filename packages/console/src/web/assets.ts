import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Middleware } from 'koa';

/** Package names instead of paths, because a built program has copies of these packages in its own folder. */
const FILES = {
  'console.css': { file: '@vehicle-insurance/console/assets/console.css', type: 'text/css; charset=utf-8' },
  'icon.svg': { file: '@vehicle-insurance/console/assets/icon.svg', type: 'image/svg+xml' },
  'search-key.js': {
    file: '@vehicle-insurance/console/assets/search-key.js',
    type: 'text/javascript; charset=utf-8',
  },
  'htmx.js': { file: 'htmx.org/dist/htmx.min.js', type: 'text/javascript; charset=utf-8' },
} as const;

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly path: string;
}

const known = new Map<string, Asset>();

/** Reads a file on first use, because the command that issues links needs no file. */
const assetOf = (name: keyof typeof FILES): Asset => {
  const before = known.get(name);
  if (before) return before;
  const { file, type } = FILES[name];
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file));
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const asset = { bytes, type, path: `/assets/${version}/${name}` };
  known.set(name, asset);
  return asset;
};

const NAMES = Object.keys(FILES) as readonly (keyof typeof FILES)[];

/** The URL path of a file. The path changes with the content, so browsers can cache the file permanently. */
export const assetPath = (name: keyof typeof FILES): string => assetOf(name).path;

/** Serves style, scripts and icon. No session is needed, because they contain nothing confidential. */
export const assets: Middleware = async (ctx, next) => {
  const asset = NAMES.map(assetOf).find(({ path }) => path === ctx.path);
  if (!asset) {
    await next();
    return;
  }
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.type = asset.type;
  ctx.body = asset.bytes;
};
