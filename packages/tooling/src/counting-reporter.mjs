import { writeFileSync } from 'node:fs';
import process from 'node:process';
import mocha from 'mocha';

/**
 * mocha's own report. It also writes the counts as JSON to the file that COUNTS names, followed by a line for each
 * failed test. Without that variable, it is the `spec` reporter.
 */
export default function countingReporter(runner, options) {
  const spec = new mocha.reporters.Spec(runner, options);
  const file = process.env.COUNTS;
  if (file !== undefined)
    runner.once('end', () => {
      const { passes, failures, pending } = spec.stats;
      const counts = JSON.stringify({ passed: passes, failed: failures, skipped: pending });
      writeFileSync(file, `${[counts, ...spec.failures.map(describeFailure)].join('\n')}\n`);
    });
}

/** @param {mocha.Test} test */
function describeFailure(test) {
  const why = test.err?.message?.split('\n', 1)[0] ?? 'no reason was given';
  return `failed: ${test.fullTitle().replaceAll(/\s+/g, ' ')}: ${why}`;
}
