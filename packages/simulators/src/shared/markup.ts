import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is already HTML. */
export type Markup = HtmlEscapedString;

type Part = Markup | string | number | undefined | readonly Markup[];

/** HTML or XML from a template. Escapes each value unless the value is `Markup`. */
export const markup = html as (texts: TemplateStringsArray, ...parts: readonly Part[]) => Markup;
