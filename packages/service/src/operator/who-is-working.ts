import { userInfo } from 'node:os';

/**
 * Who runs the command, for the history: who the environment says, for in a container everybody has the same account;
 * else that account's name, or its number where it has none.
 */
export const whoIsWorking = ({ OPERATOR }: Readonly<Record<string, string | undefined>>): string => {
  if (OPERATOR) return OPERATOR;
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
