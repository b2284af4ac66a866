export const failureOf = async (promise: Promise<unknown>): Promise<Error> => {
  const [{ status, ...settled }] = await Promise.allSettled([promise]);
  if ('reason' in settled && settled.reason instanceof Error) return settled.reason;
  throw new Error(`An error was expected; the promise was ${status}.`);
};
