import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML already. */
export type Markup = HtmlEscapedString;

type Part = Markup | string | number | undefined | readonly Markup[];

/** HTML or XML from a template, synchronously. Escapes each value unless it is `Markup`. */
export const markup = html as (texts: TemplateStringsArray, ...parts: readonly Part[]) => Markup;
