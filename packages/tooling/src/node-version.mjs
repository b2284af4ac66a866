/** One sentence for people who run a Node older than this major version, such as v20.20.2; undefined for any other. */
export const refuseOldNode = (oldest, version) =>
  Number(version.slice(1).split('.')[0]) < oldest
    ? `Node ${oldest} or newer is needed, this is ${version}. Install it from https://nodejs.org and run the command again.`
    : undefined;
