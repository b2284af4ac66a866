import {
  addDays,
  dateOf,
  DIFFERENCE_KINDS,
  Err,
  Ok,
  showStatementDay,
  startOfDay,
  type DifferenceKind,
  type StatementTable,
  type Instant,
  type StatementFigures,
  type StatementLine,
} from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { importTable, previewTable } from '../../src/use-cases/statement/import-table.ts';
import { START } from '../scenario.ts';
import { account, CHARGED, line } from './account.ts';

const BY = { name: 'Awa', issuer: null, subject: null };
const FEE = 1_214;

/**
 * An account with a paid payment. `ids` also contains another shop's reference. A table contains the lines that a test
 * gives.
 */
const imported = async (begin: Instant = START, hours = 100) => {
  const it = await account(begin);
  const ids = [await it.paid(), 'order 7 of another shop'];
  const [first] = ids;
  const paidAt = (await it.statements.facts('fake', [first ?? '']))[0]?.payments[0]?.completed ?? it.clock.now();
  it.clock.advance({ hours });
  let lines: readonly StatementLine[] = [];
  const sizes: number[] = [];
  const stored = (some: readonly StatementLine[]) => (sizes.push(some.length), it.statements.stored(some));
  const dependencies = {
    ...{ ...it.dependencies, statements: { ...it.statements, stored } },
    readStatementTable: () => Ok({ lines, hasFees: true }),
  };
  const command = (provider: string, some: readonly StatementLine[], over: object = {}) => {
    lines = some;
    return { provider, table: '', mapping: '{}', by: BY, ...over };
  };
  const all = async () => it.statements.lines('2026-01-01T00:00:00.000Z' as Instant, it.clock.now(), 10_000);
  return {
    ...it,
    ids,
    paidAt,
    all,
    sizes,
    preview: async (...given: Parameters<typeof command>) =>
      (await previewTable(dependencies)(command(...given))).unwrap(),
    tryToImport: (...given: Parameters<typeof command>) => importTable(dependencies)(command(...given)),
  };
};

type Imported = Awaited<ReturnType<typeof imported>>;

/** The result of an import according to the store: the lines' match results, and the differences it opened. */
const observed = async (it: Imported, figures: StatementFigures, lines: readonly StatementLine[]) => {
  const keys = new Set(lines.map(({ transactionId, kind }) => `${kind} ${transactionId}`));
  const results: Record<string, number> = {};
  for (let of = figures.from; of !== null && figures.until !== null && of <= figures.until; of = addDays(of, 1))
    for (const shown of (await showStatementDay(it.dependencies)(of, 10_000)).lines)
      if (shown.provider === figures.provider && keys.has(`${shown.kind} ${shown.transactionId}`))
        results[shown.matchResult] = (results[shown.matchResult] ?? 0) + 1;
  const opened: Partial<Record<DifferenceKind, number>> = {};
  for (const { kind, found } of await it.statements.differences(1_000, { status: 'open' }))
    if (found === it.clock.now()) opened[kind] = (opened[kind] ?? 0) + 1;
  return { results, opened };
};

const openIn = async (it: Imported): Promise<readonly string[]> =>
  (await it.statements.differences(1_000, { status: 'open' })).map(({ id }) => id);

describe('the preview of a statement’s import', () => {
  // Proves: statement-preview
  it('counts exactly what the import then stores and finds, also for repeated and overlapping tables', async () => {
    const reached = new Set<string>();
    const anyLine = fc.record({
      transaction: fc.integer({ min: 1, max: 6 }),
      reference: fc.constantFrom(0, 0, 1, null),
      kind: fc.constantFrom('payment', 'payment', 'refund', 'other'),
      amount: fc.constantFrom(CHARGED, CHARGED, -CHARGED, 5_000),
      fee: fc.constantFrom(FEE, FEE, 7),
      currency: fc.constantFrom('XOF', 'XOF', 'XOF', 'GMD'),
      hours: fc.integer({ min: -40, max: 40 }),
    });
    const table = fc.record({
      provider: fc.constantFrom('fake', 'fake', 'other'),
      lines: fc.uniqueArray(anyLine, { maxLength: 6, selector: ({ transaction, kind }) => `${kind} ${transaction}` }),
      covers: fc.boolean(),
      isRepeated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 4 }), async (tables) => {
        const it = await imported();
        const all = tables.flatMap((each) => (each.isRepeated ? [each, each] : [each]));
        for (const { provider, lines: given, covers } of all) {
          it.clock.advance({ minutes: 1 });
          const lines = given.map(({ transaction, reference, hours, ...over }) => {
            const at = new Date(Date.parse(it.paidAt) + hours * 3_600_000).toISOString() as Instant;
            return line(`T${transaction}`, at, { ...over, provider, reference: it.ids[reference ?? -1] ?? null });
          });
          const middle = dateOf(it.paidAt, it.zone);
          const over = covers ? { from: addDays(middle, -2), until: addDays(middle, 2) } : {};
          const before = (await it.all()).length;
          const open = await openIn(it);
          const stored = JSON.stringify([await it.all(), await it.statements.differences(1_000)]);
          const previewed = await it.preview(provider, lines, over);
          expect(JSON.stringify([await it.all(), await it.statements.differences(1_000)])).to.equal(stored);

          const figures = (await it.tryToImport(provider, lines, over)).unwrap();
          expect(figures).to.deep.equal(previewed);
          const { results, opened } = await observed(it, figures, lines);
          expect(figures.results).to.deep.equal(results);
          expect(figures.opened).to.deep.equal(opened);
          expect((await it.all()).length - before).to.equal(figures.kept - figures.changed);
          expect(figures.totals.reduce((all, total) => all + total.lines, 0)).to.equal(lines.length);
          const still = await openIn(it);
          expect(open.filter((id) => !still.includes(id))).to.have.length(figures.settled);
          if (figures.settled > 0) reached.add('settled');
          for (const name of [...Object.keys(results), ...Object.keys(opened)]) reached.add(name);
          if (figures.changed > 0) reached.add('changed');
          if (figures.kept < lines.length) reached.add('known');
        }
      }),
      { numRuns: 150 },
    );
    expect([...reached]).to.include.members(['matched', 'another', 'changed', 'known', 'settled', 'missing_there']);
    expect(DIFFERENCE_KINDS.filter((kind) => reached.has(kind)).length).to.be.at.least(5);
  });

  it('has the same figures for more lines than one batch, and counts each once', async () => {
    const it = await imported();
    const odd = [{ kind: 'refund', amount: -5 }, { currency: 'GMD' }] as const;
    const lines = Array.from({ length: 1_000 }, (_, n) => line(`T${n}`, it.paidAt, odd[n]));
    const previewed = await it.preview('fake', lines);
    expect(previewed).to.include({ lines: 1_000, kept: 1_000, changed: 0 });
    expect(it.sizes).to.deep.equal([500, 500]);
    expect(previewed.totals).to.deep.equal([
      { kind: 'refund', currency: 'XOF', lines: 1, amount: -5, fees: 1 },
      { kind: 'payment', currency: 'GMD', lines: 1, amount: 100, fees: 1 },
      { kind: 'payment', currency: 'XOF', lines: 998, amount: 99_800, fees: 998 },
    ]);
    expect(previewed.first).to.have.length(10);
    expect((await it.tryToImport('fake', lines)).unwrap()).to.deep.equal(previewed);
    const changed = lines.map((each, n) => (n >= 997 ? { ...each, fee: 2 } : each));
    expect(await it.preview('fake', changed)).to.include({ lines: 1_000, kept: 3, changed: 3 });
  });

  for (const [what, begin, hours, ...tables] of [
    ['reports no missing payment of a day that is not over', START, 1, ['15', {}]],
    [
      'reports a missing payment just after midnight',
      at('2026-01-15T00:20:00.000Z'),
      100,
      ['15', {}],
      ['14', { missing_there: 1 }],
    ],
  ] as const)
    it(`${what}, like the import`, async () => {
      const it = await imported(begin, hours);
      for (const [date, opened] of tables) {
        const days = { from: `2026-01-${date}`, until: `2026-01-${date}` };
        const previewed = await it.preview('fake', [], days);
        expect(previewed).to.deep.include({ ...days, opened });
        expect((await it.tryToImport('fake', [], days)).unwrap()).to.deep.equal(previewed);
      }
    });

  it('is refused, like the import, if the table cannot be read, lacks fees, or its days are implausible', async () => {
    const it = await imported();
    const agreed = { fake: 100 };
    const tomorrow = addDays(dateOf(it.clock.now(), it.zone), 1);
    const [from, until] = [day('2025-11-01'), day('2026-01-10')];
    const long = Ok({ lines: [from, until].map((of) => line(`T${of}`, startOfDay(of, it.zone))), hasFees: true });
    const without = Ok({ lines: [], hasFees: false });
    const invalid = Err({ code: 'mapping_invalid' as const, problem: 'no columns' });
    const tables: StatementTable[] = [];
    for (const [read, days, merchantFees, error] of [
      [invalid, {}, agreed, invalid.error],
      [without, {}, agreed, { code: 'mapping_without_fee', provider: 'fake' }],
      [without, {}, { other: 100 }, undefined],
      [without, {}, undefined, undefined],
      [long, { until: tomorrow }, agreed, { code: 'statement_days', problem: 'ends_in_future', day: tomorrow }],
      [long, { from }, agreed, { code: 'statement_days', problem: 'long_range', first: from, last: until }],
      [long, { from, until }, agreed, undefined],
    ] as const) {
      const readStatementTable = (table: StatementTable) => (tables.push(table), read);
      const command = { provider: 'fake', table: 'a;b', mapping: '{}', by: BY, allowsUnknownKinds: true, ...days };
      for (const act of [previewTable, importTable]) {
        const result = await act({ ...it.dependencies, merchantFees, readStatementTable })(command);
        expect(result.isErr() ? result.error : undefined).to.deep.equal(error);
      }
    }
    const table = { provider: 'fake', text: 'a;b', mapping: '{}', allowsUnknownKinds: true };
    expect(tables[0]).to.deep.equal({ ...table, zone: it.zone });
  });

  it('refuses the import if the figures have changed since a person read them', async () => {
    const it = await imported();
    const lines = [line('T1', it.paidAt, { reference: it.ids[0] ?? null, amount: CHARGED, fee: FEE })];
    const { first: _, ...seen } = await it.preview('fake', lines);
    const other = [line('T1', it.paidAt, { amount: CHARGED + 1, fee: FEE })];
    const refused = await it.tryToImport('fake', other, { seen: JSON.stringify(seen) });
    expect(refused.isErr() && refused.error.code).to.equal('statement_changed');
    expect(await it.all()).to.deep.equal([]);
    expect(await it.statements.imports(10)).to.deep.equal([]);
    expect((await it.tryToImport('fake', lines, { seen: JSON.stringify(seen) })).isOk()).to.equal(true);
    expect(await it.all()).to.deep.equal(lines);
  });

  it('records who imported which days and why, and uses the mapping of the provider’s last import', async () => {
    const it = await imported();
    const lines = [line('T1', it.paidAt)];
    const none = await it.tryToImport('fake', lines, { mapping: undefined });
    expect(none.isErr() && none.error).to.deep.equal({ code: 'mapping_missing', provider: 'fake' });
    await it.tryToImport('fake', lines, { mapping: '{"a":1}', why: 'relevé de janvier' });
    await it.tryToImport('other', lines, { mapping: '{"b":2}' });
    expect((await it.tryToImport('fake', lines, { mapping: undefined })).isOk()).to.equal(true);
    const [latest, , first] = await it.statements.imports(10);
    const of = dateOf(it.paidAt, it.zone);
    expect(first).to.deep.include({ from: of, until: of, lines: 1, kept: 1, why: 'relevé de janvier', by: 'Awa' });
    expect(latest).to.deep.include({ provider: 'fake', mapping: '{"a":1}', kept: 0, why: null });
  });

  it('compares a payment again if its line now belongs to another reference', async () => {
    const it = await imported();
    const [reference = ''] = it.ids;
    const ours = line('T1', it.paidAt, { reference, amount: CHARGED, fee: FEE });
    const paidOn = dateOf(it.paidAt, it.zone);
    await it.tryToImport('fake', [ours], { from: addDays(paidOn, -1), until: addDays(paidOn, 1) });
    const later = startOfDay(addDays(paidOn, 3), it.zone);
    const moved = { ...ours, reference: 'order 8', at: later };
    const previewed = await it.preview('fake', [moved]);
    expect(previewed.opened).to.deep.equal({ missing_there: 1 });
    expect((await it.tryToImport('fake', [moved])).unwrap()).to.deep.equal(previewed);
    expect((await it.differences()).map(({ kind }) => kind)).to.deep.equal(['missing_there']);
  });

  it('refuses days that are not dates', async () => {
    const it = await imported();
    const refused = await it.tryToImport('fake', [], { from: '31/02/2026', until: day('2026-01-15') });
    expect(refused.isErr() && refused.error).to.deep.include({ code: 'invalid_request' });
  });
});
