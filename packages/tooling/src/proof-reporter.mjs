import { performance } from 'node:perf_hooks';
import mocha from 'mocha';

const MINUTE = 60_000;

const formatDuration = (milliseconds) =>
  milliseconds < MINUTE ? `${Math.ceil(milliseconds / 1000)} s` : `${Math.ceil(milliseconds / MINUTE)} min`;

/** The table row of one group of proofs: how many hold, which fail, and the duration. */
const rowOf = ([name, { holds, fails, skipped, milliseconds }]) => {
  const all = holds + fails.length;
  const beside = skipped > 0 && all > 0 ? `, ${skipped} skipped` : '';
  const result = fails.length > 0 ? `FAILS: ${fails.join('; ')}` : all > 0 ? `holds${beside}` : 'skipped';
  return `| ${name} | ${all === 0 ? skipped : holds === all ? all : `${holds} of ${all}`} | ${result} | ${formatDuration(milliseconds)} |`;
};

/** mocha's reporter `spec`, followed by the table for docs/measurements.md. */
export default function proofReporter(runner, options) {
  new mocha.reporters.Spec(runner, options);
  const groups = new Map();
  const groupOf = ({ parent, duration = 0 }) => {
    const name = parent.fullTitle();
    const group = groups.get(name) ?? { holds: 0, fails: [], skipped: 0, milliseconds: 0 };
    groups.set(name, group);
    group.milliseconds += duration;
    return group;
  };
  runner.on('pass', (test) => void (groupOf(test).holds += 1));
  // mocha prints the reasons only at the end, which may be hours away. If the run is stopped, mocha never prints them.
  runner.on('fail', (test, { message }) => {
    groupOf(test).fails.push(test.title);
    console.log(`      ${test.fullTitle()}: ${message}`);
  });
  runner.on('pending', (test) => void (groupOf(test).skipped += 1));
  runner.once('end', () => {
    const whole = formatDuration(performance.now());
    console.log(
      [
        '| proof | tests | result | took |',
        '| - | -: | - | -: |',
        ...[...groups].map(rowOf),
        '',
        `Total: ${whole}.`,
      ].join('\n'),
    );
  });
}
