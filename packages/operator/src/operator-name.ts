import { shownName } from '@vehicle-insurance/core';
import { userInfo } from 'node:os';

/**
 * The operator's name, for audit entries. The variable `OPERATOR` takes precedence, because all people in a container
 * share one account. Without `OPERATOR`, the account's name or, if it has no name, its number.
 */
export const operatorName = ({ OPERATOR }: Readonly<Record<string, string | undefined>>): string => {
  const given = shownName(OPERATOR ?? '');
  if (given !== '') return given;
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
