// The messages of an API in each language, for a program that needs nothing else of the core.

/** What a field must be, in every language: the messages of the rules. */
export * as FAULTS from './shared/faults.ts';
export type { Language, Message } from './shared/message.ts';
export { languageIn, messageIn } from './wording/language.ts';
