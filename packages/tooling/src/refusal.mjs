/** The message for a file system error about the lock. */
export const refusal = ({ code, message }, root, lock) => {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `You have no permission to write in this folder. Change its owner ("sudo chown -R $(id -un) '${root}'"), or clone the project again as yourself, and run the command again.`;
    case 'EROFS':
      return `${root} is on a read-only disk. Copy it to a writable disk and run the command again.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make room for about 500 MB and run the command again.';
    default:
      return `The installation could not start (${message}). Remove ${lock} and run the command again.`;
  }
};
