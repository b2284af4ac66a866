/**
 * Why this is no key or secret that a provider gives out, or undefined; the end of a sentence that begins with its
 * name. Keys are printable ASCII without spaces: any other character was pasted with the key, and cannot be sent. The
 * key itself is not repeated.
 */
export const keyProblem = (key: string): string | undefined => {
  if (key === '') return 'is empty.';
  if (isQuoted(key)) return 'is in quotation marks, which would be part of it. Remove them.';
  const at = [...key].findIndex((character) => !/^[!-~]$/.test(character));
  return at < 0
    ? undefined
    : `contains ${named([...key][at] ?? '')} as character ${at + 1}, which is in no key. Copy the key again.`;
};

/**
 * Throws unless all keys and secrets of an account, by their names, can be real ones. Gateways call it when they are
 * made: a key that cannot be sent would leave the outcome of every call unknown, though nothing left.
 */
export const requireKeys = (keys: Readonly<Record<string, string | readonly string[] | undefined>>): void => {
  for (const [name, given = []] of Object.entries(keys))
    for (const key of [given].flat()) {
      const problem = keyProblem(key);
      if (problem !== undefined) throw new Error(`${name} ${problem}`);
    }
};

/** Whether a value is in straight quotation marks, which some readers of variables keep as a part of it. */
export const isQuoted = (value: string): boolean => /^(["']).*\1$/s.test(value) && value.length > 1;

/** Names a character by its code point, with a word for those that cannot be seen. */
const named = (character: string): string => {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ' ') return 'a space';
  return /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)
    ? `an invisible character (${code})`
    : `the character ${code}`;
};
