/** The languages of papers and of messages to callers. Only the French version of a paper is binding. */
export const LANGUAGES = ['fr', 'en'] as const;
/** The language of a paper or a message. */
export type Language = (typeof LANGUAGES)[number];

/** A sentence in every language. */
export type Message = Readonly<Record<Language, string>>;
