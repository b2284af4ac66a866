// The messages of an API in each language, for a program that needs nothing else of the core.

/** The messages of the rules about fields, in every language. */
export * as FAULTS from './shared/faults.ts';
export type { Language, Message } from './shared/message.ts';
export { languageIn, messageIn } from './wording/language.ts';
