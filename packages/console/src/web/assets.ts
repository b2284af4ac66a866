import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Middleware } from 'koa';

const folder = join(import.meta.dirname, '../../assets');

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  'console.css': { file: join(folder, 'console.css'), type: 'text/css; charset=utf-8' },
  'icon.svg': { file: join(folder, 'icon.svg'), type: 'image/svg+xml' },
  'htmx.js': {
    file: createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js'),
    type: 'text/javascript; charset=utf-8',
  },
};

const ASSETS = new Map(
  Object.entries(FILES).map(([name, { file, type }]) => {
    const bytes = readFileSync(file);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    return [name, { bytes, type, path: `/assets/${version}/${name}` }];
  }),
);

/** The address of a file, which changes with its content: browsers keep it. */
export const assetPath = (name: string): string => {
  const asset = ASSETS.get(name);
  if (!asset) throw new Error(`There is no file ${name}.`);
  return asset.path;
};

/** Answers for style, script and icon, to anyone: they tell nothing. */
export const assets: Middleware = async (ctx, next) => {
  const asset = [...ASSETS.values()].find(({ path }) => path === ctx.path);
  if (!asset) {
    await next();
    return;
  }
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.type = asset.type;
  ctx.body = asset.bytes;
};
