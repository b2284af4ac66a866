import { html as template } from 'hono/html';

/** Markup in which every inserted value has been escaped. */
export type Html = ReturnType<typeof template>;

/**
 * Markup with values. Each is escaped unless it is `Html`; lists are joined; null, undefined and false add nothing.
 */
export const html: (texts: TemplateStringsArray, ...values: readonly Value[]) => Html = template;

/** The types that a template accepts; others would be shown as `[object Object]`. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];
