import { expect } from 'chai';
import { numberMutants } from './number-mutants.ts';

const mutantsOf = (source: string): readonly string[] => numberMutants('a.ts', source).map((each) => each.source);

describe('a mutant of a number, a key or an end', () => {
  for (const [what, source, mutants] of [
    ['halves and doubles a number', 'f(60_000)', ['f(30000)', 'f(120000)']],
    ['changes a small number by one', 'f(2)', ['f(1)', 'f(3)']],
    ['turns none into one', 'f(0)', ['f(1)']],
    ['changes no name and no type', 'const a: 5 = { 404: b }', []],
    ['changes a limit in SQL', 'sql`select limit 100`', ['sql`select limit 50`', 'sql`select limit 200`']],
    ['groups under one key', 'Map.groupBy(all, (one) => one.day)', ["Map.groupBy(all, (one) => '')"]],
    [
      'finds by another property of the same object',
      'f(one.id); map.get(one.day)',
      ["f(one.id); map.get('')", 'f(one.id); map.get(one.id)'],
    ],
    [
      'leaves out a part of a key',
      'map.set(`${one.day} ${one.kind}`, x)',
      ["map.set(`${''} ${one.kind}`, x)", "map.set(`${one.day} ${''}`, x)"],
    ],
    ['compares another property', 'one.a === two.a && one.b', ['one.b === two.a && one.b']],
    ['leaves the order', 'all.toSorted((a, b) => a - b)', ['all.toSorted((a, b) => 0)']],
    ['leaves out the end of a slice', 'all.slice(from, to)', ['all.slice(from)']],
    ['reads one', 'read({ limit })', ['read({ limit: 1 })']],
    ['reads the first page only', 'for (;;) { await read(); }', ['for (;;) { await read();  break; }']],
    ['leaves a loop that waits for nothing', 'for (const one of all) { add(one); }', []],
  ] as const)
    it(what, () => expect(mutantsOf(source)).to.deep.equal(mutants));

  it('is told by its place and its text', () => {
    const [first] = numberMutants('core/src/a.ts', 'const a = f();\nconst WAIT = 30;\n');
    expect(first).to.include({ file: 'core/src/a.ts', line: 2, text: '30', instead: '15' });
  });
});
