import mocha from 'mocha';

const MINUTE = 60_000;

const took = (milliseconds) =>
  milliseconds < MINUTE ? `${Math.ceil(milliseconds / 1000)} s` : `${Math.ceil(milliseconds / MINUTE)} min`;

/** mocha's own report, and at the end a row for each proof: the table that docs/measurements.md keeps. */
export default function proofReporter(runner, options) {
  new mocha.reporters.Spec(runner, options);
  const rows = [];
  const row = (test, result) => rows.push(`| ${test.fullTitle()} | ${result} | ${took(test.duration ?? 0)} |`);
  runner.on('pass', (test) => row(test, 'holds'));
  runner.on('fail', (test) => row(test, 'FAILS'));
  runner.on('pending', (test) => row(test, 'skipped'));
  runner.once('end', () => {
    console.log(['| proof | result | took |', '| - | - | -: |', ...rows].join('\n'));
  });
}
