import { refuse } from './refusal.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'its permissions do not allow it',
  EDQUOT: 'the disk’s quota is used up',
  EFBIG: 'it exceeds the maximum file size',
  EIO: 'the disk reports an input/output error',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EPERM: 'its permissions do not allow it',
  EROFS: 'the file system is read-only',
};

/** Why a path cannot be written; `then` advises what to do. */
export const unwritableInWords = (path: string, { code, message }: NodeJS.ErrnoException, then: string): string => {
  const reason = code === undefined ? undefined : REASONS[code];
  return `${path} cannot be written: ${reason ? `${reason} (${code})` : (code ?? message)}. ${then}`;
};

/** Refuses with the reason why a path cannot be written. */
export const cannotWrite =
  (path: string) =>
  (error: NodeJS.ErrnoException): never =>
    refuse(unwritableInWords(path, error, 'Check the folder and its permissions.'));
