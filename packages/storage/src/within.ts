/**
 * Work that is told to stop, and waited for no longer, when its time is over: also where it heeds nobody, as the search
 * for the keys to sign with.
 */
export const within = async <Value>(
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
