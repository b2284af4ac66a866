import { html as template } from 'hono/html';

/** Markup in which every inserted value has been escaped. */
export type Html = ReturnType<typeof template>;

/**
 * Markup with values, each escaped unless it is `Html`; a list is joined, and null, undefined and false add nothing.
 */
export const html: (texts: TemplateStringsArray, ...values: readonly Value[]) => Html = template;

/** What a template takes: anything else would be shown as `[object Object]`. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];
