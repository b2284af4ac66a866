import { html as template } from 'hono/html';

/** Markup in which every inserted value has been escaped. */
export type Html = ReturnType<typeof template>;

/**
 * Markup with values. Each value is escaped unless it is `Html`. Lists are joined. Null, undefined and false add
 * nothing.
 */
export const html: (texts: TemplateStringsArray, ...values: readonly Value[]) => Html = template;

/** The types that a template accepts. Values of other types would be shown as `[object Object]`. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];
