import { Err, Ok, type Result } from './result.ts';

/** The maximum depth of nesting. Deeper nesting could overflow the stack of recursive code. */
const DEEPEST = 100;

/**
 * Parses a JSON file that a person wrote, with or without a byte order mark. The error continues a message that begins
 * with the file's name. Unlike `JSON.parse`, this function refuses a repeated member, of which `JSON.parse` keeps only
 * the last. The function also refuses U+FFFD, which a wrong conversion leaves in place of a character.
 */
export const parseJson = (text: string): Result<unknown, string> => {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (json.trim() === '') return Err('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return Err(`it is not JSON: ${visible((error as Error).message)}`);
  }
  const problem = problemIn(json);
  return problem === undefined ? Ok(value) : Err(problem);
};

/** The first problem, with its line, in a text that is valid JSON. */
const problemIn = (json: string): string | undefined => {
  /** The open objects and lists. For an object, the line of each member's name. For a list, undefined. */
  const open: (Map<string, number> | undefined)[] = [];
  let mark = '';
  let line = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '\n' || (character === '\r' && json[at + 1] !== '\n')) line += 1;
    else if (character === '}' || character === ']') open.pop();
    else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Map<string, number>() : undefined);
      if (open.length > DEEPEST) return `line ${line} is nested more than ${DEEPEST} levels deep`;
      mark = character;
    } else if (character === ',' || character === ':') mark = character;
    else if (character === '"') {
      const end = endOfString(json, at);
      const string = JSON.parse(json.slice(at, end + 1)) as string;
      if (string.includes('\ufffd'))
        return `line ${line} contains U+FFFD, which stands for a character that was lost; write that character again`;
      const names = mark === ':' ? undefined : open.at(-1);
      const before = names?.get(string);
      if (before !== undefined)
        return `line ${line} repeats the member ${visible(JSON.stringify(string))} of line ${before}; rename or remove one of them`;
      names?.set(string, line);
      at = end;
    }
  }
  return undefined;
};

const endOfString = (json: string, start: number): number => {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
};

/** Replaces each invisible character, such as a no-break space, by its code point. */
const visible = (message: string): string =>
  message.replace(
    /(?! )[\p{Z}\p{C}]/gu,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
