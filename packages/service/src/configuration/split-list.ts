/** The values of a variable with a comma-separated list. */
export const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
