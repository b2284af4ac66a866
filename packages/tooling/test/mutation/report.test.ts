import { expect } from 'chai';
import { scoresOf, survivorsIn, toldApartIn, type Report } from './report.ts';

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
    expect(scoresOf(report)).to.deep.equal([{ file: 'core/src/all.ts', mutants: 3, killed: 2 }]);
    expect(survivorsIn(report)).to.have.length(1);
    expect(toldApartIn(report)).to.have.length(1);
  });
});
