import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Difference, StatementShown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, eventually, type PaymentBody, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from './operator-command.ts';

/** A payer of whose payment no notification is sent. */
const UNANNOUNCED = '0500000003';

const MAPPING = {
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', amount: 'Montant', fee: 'Frais', reference: 'Réf' },
  date: 'DD/MM/YYYY HH:mm:ss',
};

describe('The provider’s statement, on the next day', function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  let world: World;
  let operator: OperatorCommand;
  let day: string;
  let paid: Readonly<Record<'announced' | 'unannounced' | 'givenBack' | 'twice', PaymentBody>>;

  /** The merchant's own pages at the provider: what is done there, the service does not hear of. */
  const atProvider = async () => (await world.operator.context()).ports.providers.named('wave');
  const bought = async (phone?: string): Promise<PaymentBody> => {
    const { id } = await world.quote();
    const payment = await world.opened(id, phone);
    expect(await world.confirm(payment.paymentUrl)).to.equal(200);
    if (phone !== undefined) await world.clock.advance('PT3M');
    const { payment: settled } = await world.stands(id, ({ contractId }) => contractId !== null);
    if (!settled) throw new Error('it is settled');
    return settled;
  };
  const sessionOf = async (payment: PaymentBody, index = 0): Promise<string> =>
    (await world.sessions(payment.id))[index]?.id ?? '';
  const payAtProvider = async (reference: string, amount: number): Promise<void> => {
    const opened = await (await atProvider()).open({ reference, amount, payer: '+2250500001234' });
    if (opened.outcome !== 'done') throw new Error('a session is opened');
    expect(await world.confirm(opened.value.url)).to.equal(200);
  };
  const differences = () => operator.json<readonly Difference[]>('statement', 'differences');

  before(async () => {
    world = await apiWorld({ WAVE_MERCHANT_BASIS_POINTS: '100' });
    operator = operatorOn(world.sandbox.dataDir, { ...world.sandbox.database, WAVE_MERCHANT_BASIS_POINTS: '100' });
    day = await world.clock.nextMorning();
    paid = {
      announced: await bought(),
      unannounced: await bought(UNANNOUNCED),
      givenBack: await bought(),
      twice: await bought(),
    };
    const given = await (await atProvider()).refund(await sessionOf(paid.givenBack));
    expect(given.outcome).to.equal('done');
    await payAtProvider('order 42 of another shop', 5_000);
    await payAtProvider(paid.twice.id, paid.twice.chargedAmount);
    await world.clock.nextMorning();
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says of each line what it came to, and adds up to the franc', async () => {
    const shown = await eventually(
      () => operator.json<StatementShown>('statement', 'show', day),
      ({ lines }) => lines.length === 7,
    );
    const cameTo = (reference: string) =>
      shown.lines.filter((line) => line.reference === reference).map((line) => [line.kind, line.cameTo]);
    expect(cameTo(paid.announced.id)).to.deep.equal([['payment', 'matched']]);
    expect(cameTo(paid.unannounced.id)).to.deep.equal([['payment', 'matched']]);
    expect(cameTo(paid.givenBack.id)).to.deep.equal([
      ['payment', 'matched'],
      ['refund', 'missing_here'],
    ]);
    expect(cameTo('order 42 of another shop')).to.deep.equal([['payment', 'another']]);
    const charged = Object.values(paid).reduce((all, { chargedAmount }) => all + chargedAmount, 0);
    const account = shown.totals.reduce((all, { amount }) => all + amount, 0);
    expect(account).to.equal(charged + paid.twice.chargedAmount + 5_000 - paid.givenBack.chargedAmount);
    expect(await operator.text('statement', 'show', day)).to.match(/^wave +another +1 +5000 +50 +XOF$/m);
  });

  it('has the second charge given back, once, and no second contract opened', async () => {
    await eventually(
      async () => (await world.sessions(paid.twice.id)).map(({ refunds }) => refunds.length),
      (refunds) => refunds.reduce((all, each) => all + each, 0) === 1 && refunds.length === 2,
    );
    // Our records have both of it now; that the refund left the account, the day after's statement will say.
    await operator.json('work', 'run', 'days');
    expect((await differences()).map(({ paymentId }) => paymentId)).to.deep.equal([paid.givenBack.id]);
  });

  it('lists what was given back there until it is explained', async () => {
    const [difference] = await differences();
    expect(difference).to.include({
      kind: 'missing_here',
      paymentId: paid.givenBack.id,
      there: -paid.givenBack.chargedAmount,
    });
    expect(await world.operator.listedAs(paid.givenBack.id)).to.deep.equal(['statement_differs']);
    expect(await operator.text('work', 'status')).to.match(/statement and records differ: .*missing_here, wave T/);
    await operator.text('statement', 'explain', paid.givenBack.id, '--reason', 'the owner gave it back by hand');
    expect(await differences()).to.deep.equal([]);
    expect(await world.operator.listedAs(paid.givenBack.id)).to.deep.equal([]);
    expect(await operator.text('payment', 'show', paid.givenBack.id)).to.contain('the owner gave it back by hand');
    expect(await operator.refusal('statement', 'explain', paid.givenBack.id, '--reason', 'again')).to.contain(
      'no such difference that is open',
    );
  });

  it('is the same a day and two days later', async () => {
    for (let days = 0; days < 2; days += 1) {
      const next = await world.clock.nextMorning();
      const ran = await operator.json<{ ran: string }>('work', 'run', 'payments');
      expect(ran).to.deep.equal({ ran: 'payments' });
      expect([next, await differences()]).to.deep.equal([next, []]);
    }
  });

  it('is taken in as a table as well, and twice is as good as once', async () => {
    const [day1, day2, day3] = day.split('-');
    const at = `${day3}/${day2}/${day1} 09:00:00`;
    const file = join(folder, 'statement.csv');
    const mapping = join(folder, 'mapping.json');
    writeFileSync(mapping, JSON.stringify(MAPPING));
    writeFileSync(file, `Id;Date;Montant;Frais;Réf\nX1;${at};700;7;order 7\nX2;${at};-200;0;\n`);
    const bring = () =>
      operator.json<object>('statement', 'import', file, '--mapping', mapping, '--provider', 'cinetpay');
    expect(await bring()).to.deep.equal({ lines: 2, kept: 2, from: day, until: day });
    expect(await bring()).to.deep.equal({ lines: 2, kept: 0, from: day, until: day });
    expect(await operator.text('statement', 'show', day)).to.match(/^cinetpay +another +2 +500 +7 +XOF$/m);
    writeFileSync(file, `Id;Date;Montant;Frais;Réf\nX1;${at};7,50;7;order 7\n`);
    const words = ['statement', 'import', file, '--mapping', mapping, '--provider', 'cinetpay'];
    expect(await operator.refusal(...words)).to.contain('line 2: 7,50 is not an amount of whole francs');
    for (const unknown of ['CinetPay', 'orange', ''])
      expect(await operator.refusal(...words.slice(0, -1), unknown), unknown).to.contain(
        'Allowed choices are wave, cinetpay.',
      );
    const { fee: _, ...columns } = MAPPING.columns;
    writeFileSync(mapping, JSON.stringify({ ...MAPPING, columns }));
    expect(await operator.refusal(...words.slice(0, -1), 'wave')).to.contain('columns must name fee');
    expect(await operator.refusal(...words), 'of a provider with whom none is agreed').to.contain(
      'line 2: 7,50 is not',
    );
    const none = join(folder, 'none.csv');
    expect(await operator.refusal('statement', 'import', none, ...words.slice(3))).to.contain(
      `There is no file ${none}.`,
    );
  });
});
