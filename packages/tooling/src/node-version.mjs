/** The error message for a Node, such as v20.20.2, older than this major version; undefined for any other. */
export const refuseOldNode = (oldest, version) =>
  Number(version.slice(1).split('.')[0]) < oldest
    ? `Node ${oldest} or newer is required; this is ${version}. Install it from https://nodejs.org and run the command again.`
    : undefined;
