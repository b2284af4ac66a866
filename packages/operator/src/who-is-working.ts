import { shownName } from '@vehicle-insurance/core';
import { userInfo } from 'node:os';

/**
 * The operator's name, for audit entries: the environment's `OPERATOR`, since in a container all share one account;
 * otherwise the account's name, or its number if it has no name.
 */
export const whoIsWorking = ({ OPERATOR }: Readonly<Record<string, string | undefined>>): string => {
  const given = shownName(OPERATOR ?? '');
  if (given !== '') return given;
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
