import { writeFileSync } from 'node:fs';
import process from 'node:process';
import mocha from 'mocha';

/**
 * mocha's reporter `spec`. If COUNTS names a file, also writes the counts to that file as JSON, followed by a line for
 * each failed test.
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
