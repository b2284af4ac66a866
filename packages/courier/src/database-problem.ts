/** The last `@` ends the password, even if a URL parser would end the password earlier. */
const PARTS = /^postgres(?:ql)?:\/\/(?:(?<login>.*)@)?(?<host>[^@/?#]*)\/(?<name>[^@?#]+)(?:\?[^@?#]*)?$/;

/**
 * Why a database address cannot be used. The text continues a sentence that begins with the variable's name. The text
 * never repeats a part of the address, which may contain a password.
 */
export const databaseProblem = (url: string): string | undefined => {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'must be the address of a PostgreSQL database: postgres://…';
  const { login = '', name } = PARTS.exec(url)?.groups ?? {};
  if (name === undefined || /[/?#\s]/.test(login) || !isEscaped(url) || !URL.canParse(url))
    return 'cannot be read. Write it like postgres://user:password@host:5432/database. If the user or password contains a special character, escape it: write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.';
  return undefined;
};

const isEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
