import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML already. */
export type Markup = HtmlEscapedString;

type Part = Markup | string | number | undefined | readonly Markup[];

/** HTML or XML from a template. Each value is escaped unless it is `Markup`; none is a promise, nor is the result. */
export const markup = html as (texts: TemplateStringsArray, ...parts: readonly Part[]) => Markup;
