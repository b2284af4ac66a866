import { refuse } from './refuse.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'its permissions do not allow it',
  EDQUOT: 'the disk’s quota is used up',
  EFBIG: 'it would be larger than files may be here',
  EIO: 'the disk does not answer',
  ENOENT: 'its folder is missing',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EPERM: 'its permissions do not allow it',
  EROFS: 'the disk can only be read',
};

/** Whether an error is the disk's, and not a defect. */
export const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code) in REASONS;

/** Refuses what a path cannot be written for; `then` says what to do about it. */
export const cannotWrite =
  (path: string, then = 'Check the folder and its permissions.') =>
  ({ code, message }: NodeJS.ErrnoException): never => {
    const reason = code === undefined ? undefined : REASONS[code];
    return refuse(`${path} cannot be written: ${reason ? `${reason} (${code})` : (code ?? message)}. ${then}`);
  };
