import { userInfo } from 'node:os';

/** Who runs the command, for the history: the account's name, or its number where it has none. */
export const whoIsWorking = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};
