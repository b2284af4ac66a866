import { expect } from 'chai';
import { officeForAll } from './office.ts';
import { textOf, type Visitor } from './visitor.ts';

/** The end of an id, which no person can recognise. */
const SHORT_ID = /\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b/;

describe('a page of the console that lists payments and contracts', () => {
  const office = officeForAll({ environment: { CONSOLE_SECOND_PERSON: 'true' }, opensWith: 'cinetpay' });
  let awa: Visitor;
  let paymentId: string;
  let contractId: string;

  before(async () => {
    // The simulated authority refuses every certificate if the holder's number ends in these digits.
    ({ contractId } = await office.bought('0700000011'));
    paymentId = (await office.pay(await office.quote('0700001234'))).id;
    await office.pass({ hours: 49 });
    // Money that arrives too late must be refunded, and CinetPay leaves that to an operator.
    await office.confirm({ id: paymentId });
    awa = await office.signedIn('Awa', 'act');
  });

  it('names the holder, the plate, the amount and the policy of each, with its company and age', async () => {
    const { amount, fees } = (await office.find(paymentId)).payment;
    const shown = textOf(await awa.get('/'));
    const francs = `${new Intl.NumberFormat('fr-FR').format(amount + fees)} FCFA`.replaceAll(/\s/g, ' ');
    expect(shown).to.include(`Paiement de ${francs} Aya Exemple · OF-2`);
    const policy =
      /Police VI-\d+-\d{4}-\d{6} Aya Exemple · OF-1 · prime de \d+ \d+ FCFA · Courtage du bac à sable, il y a/;
    expect(shown).to.match(policy);
    for (const path of ['/', '/search?q=OF-1', '/search?q=OF-2', `/contract/${contractId}`, '/health'])
      expect(textOf(await awa.get(path)), path).to.not.match(SHORT_ID);
    for (const path of ['/search?q=OF-1', '/search?q=OF-2', `/payment/${paymentId}`])
      expect(textOf(await awa.get(path)), path).to.include('Aya Exemple');
  });

  it('names the payment or contract in the form that removes its line from the list', async () => {
    for (const [id, plate] of [
      [paymentId, 'OF-2'],
      [contractId, 'OF-1'],
    ])
      expect(textOf(await awa.get(`/act/work-dismiss/${id}`))).to.include(`Aya Exemple · ${plate}`);
  });

  it('shows the second person what will happen, to whom and for how much, before they confirm', async () => {
    const path = `/act/payment-refunded/${paymentId}`;
    expect(textOf(await awa.get(path))).to.include('Aya Exemple · OF-2');
    await awa.fill(path, path, { reference: 'VIR-7', why: 'virement du matin' });
    const shown = textOf(await (await office.signedIn('Koffi', 'act')).get('/proposals'));
    expect(shown)
      .to.include('Aya Exemple · OF-2')
      .and.to.include('Enregistrez seulement un remboursement déjà fait')
      .and.to.include('VIR-7');
    expect(shown)
      .to.match(/Paiement de (\d+ \d+ FCFA) [^]*Remboursement de \1 : à effectuer manuellement/)
      .and.to.not.match(SHORT_ID);
  });
});
