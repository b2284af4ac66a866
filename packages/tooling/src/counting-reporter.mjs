import { writeFileSync } from 'node:fs';
import process from 'node:process';
import mocha from 'mocha';

/**
 * mocha's own report for people, and the counts for a program: as JSON in the file COUNTS names. Without that variable
 * it is the `spec` reporter.
 */
export default function countingReporter(runner, options) {
  const spec = new mocha.reporters.Spec(runner, options);
  const file = process.env.COUNTS;
  if (file !== undefined)
    runner.once('end', () => {
      const { passes, failures, pending } = spec.stats;
      writeFileSync(file, `${JSON.stringify({ passed: passes, failed: failures, skipped: pending })}\n`);
    });
}
