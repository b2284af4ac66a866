import { expect } from 'chai';
import { completedBy, leftAside, scoresOf, survivorsIn, type Report } from './report.ts';

const SOURCE = 'const one = 1;\nexport const all = a && b && c;\nexport const none = !(a || b) && c;\n';

/** A mutant of the source, from one column of a line to another. */
const mutant = (mutatorName: string, replacement: string, line: number, [from, to]: readonly [number, number]) => ({
  ...{ mutatorName, replacement, status: 'Survived' as const },
  location: { start: { line, column: from }, end: { line, column: to } },
});

const reportOf = (...mutants: Report['files'][string]['mutants']): Report => ({
  files: { 'packages/core/src/all.ts': { source: SOURCE, mutants } },
});

describe('the report of a mutation run', () => {
  it('tells a survivor by its line, its text and what stood there instead', () => {
    const [survivor, ...more] = survivorsIn(reportOf(mutant('ConditionalExpression', 'true', 2, [20, 26])));
    expect(more).to.deep.equal([]);
    expect(survivor).to.deep.include({
      ...{ file: 'core/src/all.ts', line: 'export const all = a && b && c;', text: 'a && b', instead: 'true' },
      source: SOURCE.replace('a && b', 'true'),
    });
  });

  it('plants an expression as one, whatever binds stronger beside it', () => {
    const sources = survivorsIn(
      reportOf(mutant('LogicalOperator', 'a || b', 2, [20, 26]), mutant('BooleanLiteral', 'a || b', 3, [21, 30])),
    ).map(({ source }) => source);
    expect(sources).to.deep.equal([
      SOURCE.replace('a && b && c', '(a || b) && c'),
      SOURCE.replace('!(a || b)', '(a || b)'),
    ]);
  });

  it('counts what timed out as killed, and not what was ignored', () => {
    const one = mutant('BooleanLiteral', 'false', 2, [20, 26]);
    const report = reportOf(
      one,
      { ...one, status: 'Timeout' },
      { ...one, status: 'Killed' },
      { ...one, status: 'Ignored' },
    );
    expect(scoresOf(report)).to.deep.equal([{ file: 'core/src/all.ts', mutants: 3, killed: 2, timedOut: 1 }]);
    expect(survivorsIn(report)).to.have.length(1);
  });

  it('left what runs as a file is loaded aside, until it is known what has become of it', () => {
    const table = { ...mutant('ObjectLiteral', '{}', 1, [19, 20]), status: 'Ignored' as const };
    const other = mutant('BooleanLiteral', 'false', 2, [20, 26]);
    const report = reportOf(table, other);
    expect(leftAside(report).map(({ instead }) => instead)).to.deep.equal(['{}']);
    for (const fate of ['Killed', 'Timeout', 'Survived'] as const) {
      const completed = completedBy(report, ({ instead }) => (instead === '{}' ? fate : 'Killed'));
      const statuses = completed.files['packages/core/src/all.ts']?.mutants.map(({ status }) => status);
      expect(statuses).to.deep.equal([fate, 'Survived']);
      expect(survivorsIn(completed)).to.have.length(fate === 'Survived' ? 2 : 1);
    }
  });
});
