/**
 * Runs work with a time limit. At the limit, aborts the work's signal and rejects without waiting for the work. Some
 * work ignores the signal, such as the SDK's search for credentials.
 */
export const withTimeLimit = async <Value>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const cause = new Error(`no answer within ${milliseconds} ms`);
      stop.abort(cause);
      reject(cause);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), over]);
  } finally {
    clearTimeout(timer);
  }
};
