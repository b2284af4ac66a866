import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Context } from 'koa';
import { ICONS } from './icons.ts';
import { markup, type Markup } from './markup.ts';
import { STYLE } from './page-style.ts';

/** A page for people: a card with a line above and below it. */
export interface Page {
  readonly title: string;
  readonly icon: Markup;
  readonly heading: string;
  readonly body: Markup;
  readonly foot?: string;
  /** The page's own script, if any. The page must also work without the script. */
  readonly script?: string;
}

/** Responds with a complete HTML page that loads nothing and cannot be framed. */
export const answerPage = (ctx: Context, status: number, page: Page): void => {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', contentPolicy(page.script));
  ctx.body = String(documentOf(page));
};

/** A list of labels with their values. Undefined values are not shown. */
export const facts = (rows: readonly (readonly [label: string, value: string | undefined])[]): Markup => {
  const shown = rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
  const lines = shown.map(({ label, value }) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`);
  return markup`<dl class="facts">\n${lines}</dl>`;
};

/** The headline of a page: an icon and a few words. */
export const headline = (tone: 'good' | 'bad' | 'warn' | 'muted', icon: Markup, words: string): Markup =>
  markup`<div class="outcome ${tone}">${icon}<h1>${words}</h1></div>`;

const documentOf = ({ title, icon, heading, body, foot, script }: Page): Markup => markup`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main class="card">
<header><p class="brand">${icon}${heading}</p><p class="tag">Test</p></header>
${body}
</main>
${foot && markup`<p class="foot">${ICONS.lock}${foot}</p>`}
${script && markup`<script>${raw(script)}</script>`}
</body>
</html>
`;

/** A content security policy that allows only this page's style and script, by their hashes. */
const contentPolicy = (script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src '${hash(STYLE)}'`,
    `script-src ${script === undefined ? "'none'" : `'${hash(script)}'`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Whether the caller prefers HTML to JSON, as browsers do. */
export const wantsPage = (ctx: Context): boolean => ctx.accepts('json', 'html') === 'html';
