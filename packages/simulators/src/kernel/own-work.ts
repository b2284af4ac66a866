/** How often a simulator looks for own work by itself, in real milliseconds. */
const LOOK_EVERY = 250;

/** Looks for due work now and then without being asked, and never keeps the process alive for it. Returns how to stop. */
export const lookForWork = (catchUp: () => Promise<void>, log: (line: string) => void): (() => void) => {
  const timer = setInterval(() => {
    catchUp().catch((error: unknown) => log(`background work failed: ${String(error)}`));
  }, LOOK_EVERY).unref();
  return () => clearInterval(timer);
};
