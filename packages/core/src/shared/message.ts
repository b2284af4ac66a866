/** The languages of papers, of which the French one is binding, and of messages to callers. */
export const LANGUAGES = ['fr', 'en'] as const;
/** The language of a paper or a message. */
export type Language = (typeof LANGUAGES)[number];

/** A sentence in every language. */
export type Message = Readonly<Record<Language, string>>;
