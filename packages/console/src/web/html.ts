import { html as template } from 'hono/html';

/** Marked text, in which every value that was put in has been escaped. */
export type Html = ReturnType<typeof template>;

/** Text with values, each escaped unless it is `Html` itself; of a list each, of nothing nothing. */
export const html: (texts: TemplateStringsArray, ...values: readonly Value[]) => Html = template;

/** What a template takes: anything else would be shown as `[object Object]`. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];
