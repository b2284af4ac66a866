/** The oldest Node that runs the project, as in packages/tooling/node/package.json. */
export const RUNS_PROJECT = '24.9.0';

/** Whether `version`, such as v24.11.0, is at least `oldest`. */
export const isAtLeast = (version, oldest) => {
  const [have, need] = [version, oldest].map((text) => text.replace('v', '').split('.').map(Number));
  const at = have.findIndex((part, place) => part !== need[place]);
  return at === -1 || have[at] > need[at];
};

/** The error message for a Node older than this major version; undefined for any other Node. */
export const refuseOldNode = (oldest, version) =>
  isAtLeast(version, `${oldest}.0.0`)
    ? undefined
    : `Node ${oldest} or newer is required; this is ${version}. Install it from https://nodejs.org and run the command again.`;
