import type { Difference, StatementShown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, eventually, type PaymentBody, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import type { Fields } from '../sandbox.ts';
import { signedIn, type Visitor } from './visitor.ts';

/** Half of what the provider keeps, so that every fee differs. */
const OTHER_FEE = { WAVE_MERCHANT_BASIS_POINTS: '50' };

describe('the provider’s statement, in the console', function () {
  this.timeout(180_000);
  let world: World;
  let operator: OperatorCommand;
  let awa: Visitor;
  let day: string;
  let paid: readonly [PaymentBody, PaymentBody];

  const bought = async (): Promise<PaymentBody> => {
    const { id } = await world.quote();
    const payment = await world.opened(id);
    await world.confirm(payment.paymentUrl);
    const { payment: settled } = await world.stands(id, ({ contractId }) => contractId !== null);
    if (!settled) throw new Error('it is settled');
    return settled;
  };
  const differences = (...words: readonly string[]) =>
    operator.json<readonly Difference[]>('statement', 'differences', ...words);

  before(async () => {
    world = await apiWorld({ ...OTHER_FEE, CONSOLE_PORT: '0' });
    operator = operatorOn(world.sandbox.dataDir, { ...world.sandbox.database, ...OTHER_FEE });
    awa = await signedIn(operator, 'Awa', 'act');
    day = await world.clock.nextMorning();
    paid = [await bought(), await bought()];
    const provider = (await world.operator.context()).ports.providers.named('wave');
    const [session] = await world.sessions(paid[0].id);
    expect((await provider.refund(session?.id ?? '')).outcome).to.equal('done');
    await world.clock.nextMorning();
    await eventually(differences, (all) => all.length === 3);
  });
  after(() => world.stop());

  it('lists what differs, with what each kind means and the amounts of both sides', async () => {
    const { text } = await awa.get('/statement');
    const listed = [...text.matchAll(/href="\/act\/statement-explain\/([^"?]+)\?/g)].map(([, id]) => id);
    expect(listed).to.have.members((await differences()).map(({ id }) => id));
    expect(text)
      .to.include('Opération que nos comptes n’ont pas')
      .and.to.include('Autres frais que convenu')
      .and.to.include('corrigez WAVE_MERCHANT_BASIS_POINTS')
      .and.to.include(`-${paid[0].chargedAmount.toLocaleString('fr-FR')} F CFA`);
  });

  it('is among what waits, each item with a link to its payment', async () => {
    const { text } = await awa.get('/');
    const links = [...text.matchAll(/href="(\/(?:payment|contract)\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).to.have.members((await differences()).map(({ paymentId }) => `/payment/${paymentId}`));
    for (const link of links) expect((await awa.get(link)).status, link).to.equal(200);
  });

  it('shows every line of a day, and the sums that the command prints', async () => {
    const { lines, totals } = await operator.json<StatementShown>('statement', 'show', day);
    const { text } = await awa.get(`/statement/day?day=${day}`);
    for (const { transactionId } of lines) expect(text).to.include(transactionId);
    for (const { amount, fees } of totals)
      for (const francs of [amount, fees]) expect(text).to.include(`${francs.toLocaleString('fr-FR')} F CFA`);
    for (const wrong of ['', '2026-02-30', 'x']) {
      const seen = await awa.get(`/statement/day?day=${wrong}`);
      expect([seen.status, seen.text.includes('Donnez un jour')]).to.deep.equal([400, true]);
    }
  });

  it('explains none where several are meant, by the form or the command', async () => {
    const { id } = paid[0];
    const page = `/act/statement-explain/${id}`;
    expect((await awa.fill(page, page, { why: 'rendu à la main' })).text).to.include('plusieurs écarts');
    expect(await operator.refusal('statement', 'explain', id, '--reason', 'x')).to.match(/^That means 2, and nothing/);
    expect(await operator.refusal('work', 'dismiss', id, '--why', 'x')).to.include('statement explain DIFFERENCE');
    // Ids made in one year begin alike.
    expect(await operator.refusal('statement', 'explain', id.slice(0, 2), '--reason', 'x')).to.match(/^That means 3,/);
    expect(await differences()).to.have.length(3);
  });

  it('explains one by its form, and another by the beginning of its id', async () => {
    const [one, other] = (await differences()).filter(({ paymentId }) => paymentId === paid[0].id);
    const page = `/act/statement-explain/${one?.id}`;
    const seen = await awa.fill(page, page, { why: 'rendu sur les pages du fournisseur' });
    expect(seen.text).to.include('L’écart est expliqué').and.to.include('rendu sur les pages du fournisseur');
    expect((await awa.fill(page, page, { why: 'encore' })).text).to.include('n’est plus ouvert');
    await operator.text('statement', 'explain', other?.id.slice(0, -2) ?? '', '--reason', 'a test');
    expect((await differences()).map(({ paymentId }) => paymentId)).to.deep.equal([paid[1].id]);
    expect((await differences('--explained')).map(({ id }) => id)).to.have.members([one?.id, other?.id]);

    const { history } = await operator.json<{ history: readonly Fields[] }>('payment', 'show', paid[0].id);
    expect(history.filter(({ by }) => by === 'Awa').map(({ why }) => why)).to.deep.equal([
      'difference explained: rendu sur les pages du fournisseur',
    ]);
    const { text } = await awa.get(`/payment/${paid[0].id}`);
    expect(text).to.include('Écarts avec le relevé').and.to.include('a test');
  });

  it('lets the payment’s own item be explained where there is one', async () => {
    const { id } = paid[1];
    const { text } = await awa.get(`/payment/${id}`);
    const [, link = ''] = /href="(\/act\/statement-explain\/[^"]+)"/.exec(text) ?? [];
    const [page = '', seen = ''] = link.replaceAll('&amp;', '&').split('?');
    const fields = { why: 'frais du mois', seen: new URLSearchParams(seen).get('seen') ?? '' };
    const other = await awa.fill(page, page, { ...fields, seen: `${fields.seen}1` });
    expect(other.text).to.include('n’est plus celui que vous avez lu');
    expect((await awa.fill(link, page, fields)).text).to.include('Relevés et comptes concordent');
    expect(await differences()).to.deep.equal([]);
  });
});
