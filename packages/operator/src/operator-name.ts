import { shownName } from '@vehicle-insurance/core';
import { userInfo } from 'node:os';

/**
 * The operator's name, for audit entries. The variable `OPERATOR` comes first, since all people in a container have the
 * same account. Otherwise it is the account's name, or its number if it has no name.
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
