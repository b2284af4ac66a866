import { importStatement, type StatementLine } from '@vehicle-insurance/core';
import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { account, line } from './account.ts';

const NOW = at('2026-01-18T09:00:00.000Z');

const importLines = async (...lines: readonly StatementLine[]) => {
  const it = await account();
  it.clock.moveTo(NOW);
  const brought = await importStatement(it.dependencies)('fake', lines);
  return { ...it, brought, read: [...(await it.statements.daysRead('fake'))] };
};

describe('importing a statement', () => {
  it('counts every day from the first to the last line as read, in any order of the lines', async () => {
    const { brought, read } = await importLines(
      line('T1', at('2026-01-15T23:59:59.999Z')),
      line('T2', at('2026-01-17T00:00:00.000Z')),
      line('T3', at('2026-01-14T00:00:00.000Z')),
    );
    expect(brought).to.deep.equal({ lines: 3, kept: 3, from: '2026-01-14', until: '2026-01-17' });
    expect(read).to.deep.equal(['2026-01-14', '2026-01-15', '2026-01-16', '2026-01-17']);
  });

  it('stores each line once, at most 500 at a time, and counts new and changed ones on repetition', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => line(`T${index}`, at('2026-01-15T12:00:00.000Z')));
    const { brought, ...it } = await importLines(...lines);
    expect(brought).to.include({ lines: 1_000, kept: 1_000 });
    const changed = lines.map((each, index) => (index < 2 ? { ...each, fee: 2 } : each));
    const sizes: number[] = [];
    const keep = (some: readonly StatementLine[]) => (sizes.push(some.length), it.statements.keep(some));
    const again = { ...it.dependencies, statements: { ...it.statements, keep } };
    expect((await importStatement(again)('fake', changed)).kept).to.equal(2);
    expect(sizes).to.deep.equal([500, 500]);
    const kept = await it.statements.lines(at('2026-01-15T00:00:00.000Z'), NOW, 2_000);
    expect(kept).to.have.deep.members(changed);
  });
});
