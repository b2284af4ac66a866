import { html as template } from 'hono/html';

/** Markup in which every inserted value is escaped. */
export type Html = ReturnType<typeof template>;

/** A template tag. It escapes each value that is not `Html`, and joins lists. Null, undefined and false add nothing. */
export const html: (texts: TemplateStringsArray, ...values: readonly Value[]) => Html = template;

/** The types that a template accepts. A value of another type would be shown as `[object Object]`. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];
