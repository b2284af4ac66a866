/**
 * Why a text cannot be a key or secret of an outside system; undefined if there is no problem. The reason completes a
 * sentence that begins with the key's name, and does not contain the key. Keys are printable ASCII without spaces. Any
 * other character was pasted by mistake and cannot be sent.
 */
export const keyProblem = (key: string): string | undefined => {
  if (key === '') return 'is empty.';
  if (isQuoted(key)) return 'is in quotation marks, which would be part of it. Remove them.';
  const at = [...key].findIndex((character) => !/[!-~]/.test(character));
  return at < 0
    ? undefined
    : `contains ${nameCharacter([...key][at] ?? '')} as character ${at + 1}, which no key contains. Copy the key again.`;
};

/**
 * Throws unless all keys and secrets of an account are well-formed. An adapter calls this function when the adapter is
 * created. Otherwise every call with a malformed key would have an unknown outcome, although nothing was sent.
 */
export const requireKeys = (keys: Readonly<Record<string, string | readonly string[] | undefined>>): void => {
  for (const [name, values = []] of Object.entries(keys))
    for (const key of [values].flat()) {
      const problem = keyProblem(key);
      if (problem !== undefined) throw new Error(`${name} ${problem}`);
    }
};

/** Whether a value is in straight quotation marks, which some tools keep as part of an environment variable. */
export const isQuoted = (value: string): boolean => /^(["']).*\1$/s.test(value);

/** Describes a character by its code point, and says whether the character is invisible. */
const nameCharacter = (character: string): string => {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ' ') return 'a space';
  return /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)
    ? `an invisible character (${code})`
    : `the character ${code}`;
};
