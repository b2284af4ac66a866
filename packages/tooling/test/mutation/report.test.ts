import { expect } from 'chai';
import { completedBy, misfitsIn, placesLeftAside, scoresOf, survivorsIn, type Report } from './report.ts';

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
  });

  it('counts what can no longer be loaded as killed', () => {
    const broken = { ...mutant('ObjectLiteral', '{}', 1, [19, 20]), status: 'RuntimeError' as const };
    expect(survivorsIn(reportOf(broken))).to.deep.equal([]);
    expect(scoresOf(reportOf(broken))).to.deep.equal([{ file: 'core/src/all.ts', mutants: 1, killed: 1 }]);
  });

  describe('and what was left aside, since it runs as a file is loaded', () => {
    const others = mutant('BooleanLiteral', 'false', 2, [20, 26]);
    const table = mutant('ObjectLiteral', '{}', 1, [19, 20]);
    const leftAside = reportOf({ ...table, status: 'Ignored' }, others);

    it('is found again by its places, each once, columns counted from nought', () => {
      const twice = reportOf(
        { ...table, status: 'Ignored' },
        { ...table, replacement: '0', status: 'Ignored' },
        others,
      );
      expect(placesLeftAside(twice)).to.deep.equal(['packages/core/src/all.ts:1:18-1:19']);
    });

    it('becomes what it has become later, and nothing else changes', () => {
      const later = reportOf(table, { ...others, status: 'Killed' });
      expect(completedBy(leftAside, later)).to.deep.equal(reportOf(table, others));
    });

    it('stays left aside where it was not made later', () => {
      expect(completedBy(leftAside, { files: {} })).to.deep.equal(leftAside);
      expect(completedBy(leftAside, reportOf({ ...table, replacement: '0' }))).to.deep.equal(leftAside);
    });
  });

  describe('and the explanations', () => {
    const alive = mutant('BooleanLiteral', 'false', 2, [20, 26]);
    const told = { file: 'core/src/all.ts', line: 'export const all = a && b && c;', text: 'a && b', instead: 'false' };
    const words = 'core/src/all.ts: export const all = a && b && c;\n    a && b → false';

    it('fit where each survivor has its own', () => {
      expect(misfitsIn(reportOf(alive), [told])).to.deep.equal({ unexplained: [], stale: [] });
      expect(misfitsIn(reportOf(alive, alive), [told, told])).to.deep.equal({ unexplained: [], stale: [] });
    });

    it('do not where a survivor has none, nor where a twin of it has', () => {
      expect(misfitsIn(reportOf(alive), [])).to.deep.equal({ unexplained: [words], stale: [] });
      expect(misfitsIn(reportOf(alive, alive), [told])).to.deep.equal({ unexplained: [words], stale: [] });
    });

    it('do not where what they explain is killed, or is no mutant', () => {
      const stale = { unexplained: [], stale: [words] };
      expect(misfitsIn(reportOf({ ...alive, status: 'Killed' }), [told])).to.deep.equal(stale);
      expect(misfitsIn(reportOf(), [told])).to.deep.equal(stale);
      expect(misfitsIn(reportOf(alive), [told, told])).to.deep.equal(stale);
    });

    it('say nothing of a file that was not run, and may say something of what ran out of time', () => {
      const fits = { unexplained: [], stale: [] };
      expect(misfitsIn(reportOf(), [{ ...told, file: 'core/src/another.ts' }])).to.deep.equal(fits);
      expect(misfitsIn(reportOf({ ...alive, status: 'Timeout' }), [told])).to.deep.equal(fits);
      expect(misfitsIn(reportOf({ ...alive, status: 'Timeout' }), [])).to.deep.equal(fits);
    });
  });
});
