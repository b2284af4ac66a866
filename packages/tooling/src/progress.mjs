import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';

const SECOND = 1000;
/** Seconds between two lines in a log, which cannot show a counter. */
const IN_A_LOG = 15;

/**
 * Shows on stderr that long work is in progress, with the elapsed seconds. Returns the function that stops the display.
 */
export const showProgress = (what) => {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / SECOND);
  const { isTTY } = process.stderr;
  console.error(`${what}. This takes up to a minute, and only the first time.`);
  const timer = setInterval(
    () => (isTTY ? process.stderr.write(`\r${seconds()} s `) : console.error(`${seconds()} s …`)),
    isTTY ? SECOND : IN_A_LOG * SECOND,
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write(`\r`);
  };
};
