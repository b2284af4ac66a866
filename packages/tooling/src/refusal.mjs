/** What an error of the file system about the lock means to the person who typed the command. */
export const refusal = ({ code, message }, root, lock) => {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `This folder is not yours to write in. Make it yours ("sudo chown -R $(id -un) '${root}'"), or clone the project again as yourself, and run the command again.`;
    case 'EROFS':
      return `${root} is on a read-only disk. Copy it to where you may write and run the command again.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make room for about 500 MB and run the command again.';
    default:
      return `The installation could not start (${message}). Remove ${lock} and run the command again.`;
  }
};
