import { importStatement, later, type Instant, type StatementLine } from '@vehicle-insurance/core';
import { aPaymentSession, at, storedContract, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { AFTERWARDS, importing } from './importing.ts';
import { testStore, type TestStore } from '../test-store.ts';

const NOON: Instant = at('2026-01-15T12:00:00.000Z');
const BEGIN: Instant = at('2026-01-14T00:00:00.000Z');
const MORTAL = fileURLToPath(new URL('mortal-import.ts', import.meta.url));

/** Lines of other shops: more lines than one SQL statement can store. */
const OTHERS = 1_100;

const line = (over: Partial<StatementLine>): StatementLine => ({
  ...{ provider: 'fake', transactionId: 'T', kind: 'payment', amount: 5_000, fee: 50, currency: 'XOF' },
  ...{ reference: 'order 42', at: NOON },
  ...over,
});

describe('the import of a statement', function () {
  this.timeout(240_000);
  let test: TestStore;
  beforeEach(async () => {
    test = await testStore();
  });
  afterEach(() => test.drop());

  /** Our payments, paid at noon, and their lines: one equal, one with another amount, one duplicate, one missing. */
  const statement = async (): Promise<readonly StatementLine[]> => {
    const { unitOfWork } = test.store;
    const paid = async (said: readonly number[]): Promise<readonly StatementLine[]> => {
      const { payment } = await storedContract(unitOfWork, await storedQuote(unitOfWork), {
        payment: { completed: NOON, session: aPaymentSession() },
      });
      const charged = payment.amount + payment.fees;
      return said.map((more, index) =>
        line({ transactionId: `${payment.id} ${index}`, reference: payment.id, amount: charged + more }),
      );
    };
    const ours = [...(await paid([0])), ...(await paid([-100])), ...(await paid([0, 0])), ...(await paid([]))];
    const others = Array.from({ length: OTHERS }, (_, index) =>
      line({ transactionId: `S-${index}`, at: later(NOON, { minutes: index }) }),
    );
    return [line({ transactionId: 'first', at: BEGIN }), ...ours, ...others];
  };

  const readResult = async () => {
    const { statements } = test.store;
    const lines = await statements.lines(BEGIN, AFTERWARDS, 10_000);
    const differences = await statements.differences(100, {});
    return {
      lines: lines.map(({ transactionId, amount }) => `${transactionId} ${amount}`).toSorted(),
      days: [...(await statements.daysRead('fake'))].toSorted(),
      differences: differences.map(({ kind, status }) => `${kind} ${status}`).toSorted(),
    };
  };
  it('is complete after a kill at any point and a second run, with nothing duplicated or lost', async () => {
    const lines = await statement();
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'lines.json');
    try {
      await writeFile(file, JSON.stringify(lines));
      const killedAt: number[] = [];
      for (let place = 1; ; place += 1) {
        const child = spawn(process.execPath, [MORTAL, test.url, file, String(place)], { stdio: 'pipe' });
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
        const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
        if (signal !== 'SIGKILL') {
          expect([code, said]).to.deep.equal([0, '']);
          break;
        }
        killedAt.push(place);
      }
      // There are at least twelve kills: six for three batches of lines, and two for each of three days. The first run
      // that gets to the discrepancies records them.
      expect(killedAt.length).to.be.at.least(12);
      const before = await readResult();
      expect(before).to.deep.equal({
        lines: lines.map(({ transactionId, amount }) => `${transactionId} ${amount}`).toSorted(),
        days: ['2026-01-14', '2026-01-15', '2026-01-16'],
        differences: ['missing_there open', 'other_amount open', 'twice open'],
      });
      await importStatement(importing(test.store))('fake', lines);
      expect(await readResult()).to.deep.equal(before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
