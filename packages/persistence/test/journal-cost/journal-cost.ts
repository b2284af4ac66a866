import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { postgresCpu } from '../../../tooling/bench/accounting/postgres-cpu.ts';
import { spreadOf } from '../../../tooling/bench/report/statistics.ts';
import { expect } from 'chai';
import { asSandbox } from '../test-store.ts';

const [ROUNDS, CHANGES] = [Number(process.env['ROUNDS'] ?? 20), Number(process.env['CHANGES'] ?? 100)];

interface Took {
  readonly statements: number;
  readonly cpu: number;
}

const file = (name: string): string => join(import.meta.dirname, name);

const store = async (...options: readonly string[]) => {
  const database = await testDatabase({ migrate: asSandbox });
  const cpuOfPostgres = await postgresCpu(database.url);
  const child = fork(file('changes.ts'), [database.url], { execArgv: [...options] });
  const [kinds] = (await once(child, 'message')) as [readonly string[]];
  return {
    kinds,
    make: async (kind: string): Promise<Took & { readonly postgres: number }> => {
      child.send({ kind, count: CHANGES });
      await once(child, 'message');
      const from = cpuOfPostgres();
      const [took] = (await once(child, 'message')) as [Took];
      return { ...took, postgres: cpuOfPostgres() - from };
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
      await database.drop();
    },
  };
};

const ratio = (ratios: readonly number[]): string => {
  const { first, median, third } = spreadOf(ratios);
  return `${median.toFixed(2)} (${first.toFixed(2)}–${third.toFixed(2)})`;
};

/** What is told in the statement that adds a row to a list; all others tell in a statement of their own. */
const IN_THE_SAME = ['vehicle.registered', 'quote.created'];

// The same changes by two processes on databases of one server, of which one writes no events, in short slices by
// turns.
describe('the journal', function () {
  this.timeout(3_600_000);

  it('adds one statement to a change at most, and prints what CPU it adds', async () => {
    const [told, untold] = [await store(), await store('--import', file('without-journal.ts'))];
    const rows = new Map(told.kinds.map((kind) => [kind, { without: 0, added: 0, own: [0], postgres: [0] }]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [kind, row] of rows) {
        const both = round % 2 === 0 ? [told, untold] : [untold, told];
        const took = new Map<typeof told, Awaited<ReturnType<typeof told.make>>>();
        for (const each of both) took.set(each, await each.make(kind));
        const [one, other] = [took.get(told), took.get(untold)];
        if (!one || !other) continue;
        row.without = other.statements / CHANGES;
        row.added = (one.statements - other.statements) / CHANGES;
        // The first is for warming up.
        row.own[Math.max(0, round - 1)] = one.cpu / other.cpu;
        row.postgres[Math.max(0, round - 1)] = one.postgres / other.postgres;
      }
      console.log(`      round ${round} of ${ROUNDS}`);
    }
    await Promise.all([told.close(), untold.close()]);

    console.log(`\n${ROUNDS} rounds of ${CHANGES} changes of each kind, with the journal ÷ without\n`);
    console.log('| change | statements | added | process CPU | PostgreSQL CPU |\n| --- | ---: | ---: | --- | --- |');
    for (const [kind, { without, added, own, postgres }] of rows) {
      console.log(`| ${kind} | ${without} | ${added} | ${ratio(own)} | ${ratio(postgres)} |`);
      expect(added, kind).to.equal(IN_THE_SAME.includes(kind) ? 0 : 1);
    }
  });
});
