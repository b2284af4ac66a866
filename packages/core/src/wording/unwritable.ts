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

/** Why a path cannot be written, from the operating system’s error; `then` advises what to do. */
export const unwritableInEnglish = (
  path: string,
  error: Error & { readonly code?: string | undefined },
  then: string,
): string => {
  const cause = error.code ?? error.message;
  const reason = REASONS[cause];
  return `${path} cannot be written: ${reason ? `${reason} (${cause})` : cause}. ${then}`;
};
