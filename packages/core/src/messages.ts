// For programs that need only the messages of an API, without the rest of the core.

/** The error messages of the field rules, in every language. */
export * as FAULTS from './shared/faults.ts';
export type { Language, Message } from './shared/message.ts';
export { languageIn, messageIn } from './wording/language.ts';
