import { createHash } from 'node:crypto';
import { noBreakSpaces } from '@vehicle-insurance/core';

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f5f8; color: #1c2733;
    font: 1.0625rem/1.55 system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(34rem, 100%); padding: 2rem 1.5rem; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
  .good, .wait, .bad { margin-bottom: 1rem; padding: 1rem; border-radius: .5rem; color: #fff; }
  .good { background: #14683a; }
  .wait { background: #8a5300; }
  .bad { background: #a11d1d; }
  h2 { margin: 1.75rem 0 .25rem; font-size: 1.0625rem; }
  p { margin: 0 0 .75rem; }
  dl { margin: 0 0 1rem; }
  dt { color: #4a5866; font-size: .875rem; }
  dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
  dd.plate { font-size: 1.75rem; font-weight: 700; line-height: 1.25; }
  label { display: block; }
  textarea, button, video { box-sizing: border-box; width: 100%; margin: .25rem 0 .75rem; border-radius: .5rem; font: inherit; }
  textarea { padding: .5rem; border: 1px solid #8494a5; background: inherit; color: inherit; }
  button { padding: .75rem; border: 0; background: #0b4a5b; color: #fff; font-weight: 600; }
  small { display: block; margin-top: 2rem; padding-top: 1rem; border-top: 1px solid #c8d0da; color: #4a5866;
    font-size: .875rem; }
  [hidden] { display: none; }
  @media (prefers-color-scheme: dark) {
    body { background: #12181f; color: #e6ebf0; }
    small { border-color: #38434f; }
    small, dt { color: #a9b5c1; }
  }
`;

/** A French page, readable on any phone. `head` and `body` are HTML. */
export const frenchPage = ({ title, head = '', body }: FrenchPage): string =>
  noBreakSpaces(`<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>${head}
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`);

/** The parts of a page. */
export interface FrenchPage {
  readonly title: string;
  readonly head?: string;
  readonly body: string;
}

/** The content security policy of a `frenchPage`. It allows the page's own style, and adds the directives in `more`. */
export const frenchPagePolicy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ].join('; ');
