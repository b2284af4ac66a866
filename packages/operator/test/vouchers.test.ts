import { expect } from 'chai';
import { textOf } from '../../console/test/visitor.ts';
import { officeForEach } from './office.ts';
import { sealedIn } from '../../console/test/office.ts';

interface Recorded {
  readonly voucher: { readonly id: string };
  readonly moves: readonly { readonly account: string; readonly before: number; readonly after: number }[];
}

const FORM = '/act/books-record/-';

describe('a voucher', () => {
  const { office, operator } = officeForEach({ opensWith: 'cinetpay' });
  const sweep = (amount: number, reference: string, ...more: readonly string[]) => [
    ...['books', 'record', 'sweep', '--provider', 'cinetpay', '--amount', String(amount)],
    ...['--date', office.today(), '--reference', reference, '--why', 'agreed', ...more],
  ];
  const walletOf = async () => {
    const { payment } = await office.bought();
    return payment.amount + payment.fees;
  };

  it('is recorded and reversed by the command, which prints accounts and balances, and in the console’s list', async () => {
    const charged = await walletOf();
    const shown = await operator.text(...sweep(1_000, 'VIR-7', '--preview'));
    expect(shown).to.include('Would be booked: sweep').and.to.include('Nothing was booked.');
    const { voucher, moves } = await operator.json<Recorded>(...sweep(1_000, 'VIR-7'));
    expect(moves).to.deep.equal([
      { account: 'wallet', before: charged, after: charged - 1_000 },
      { account: 'bank', before: 0, after: 1_000 },
    ]);
    expect(await operator.refusal(...sweep(1_000, 'VIR-7'))).to.include(voucher.id);
    expect(await operator.refusal(...sweep(charged, 'VIR-8'))).to.match(/open balance is [\d ]+ F CFA/);
    const looking = await office.signedIn('Awa', 'look');
    expect(textOf(await looking.get('/books/vouchers')))
      .to.include('VIR-7')
      .and.to.include('agreed');
    expect((await looking.get('/books/vouchers')).text).not.to.include('/act/books-reverse');
    expect(textOf(await looking.get('/books/ledger?account=bank'))).to.include('Pièce comptable');
    expect(await operator.text('books', 'ledger', '--account', 'bank')).to.include(`voucher ${voucher.id}`);
    const printed = await operator.text('books', 'reverse', voucher.id, '--why', 'wrong amount');
    expect(printed).to.include('reversal of sweep');
    expect(await operator.refusal('books', 'reverse', voucher.id, '--why', 'again')).to.include('reversed already');
    expect(await operator.text('books', 'vouchers'))
      .to.include('wrong amount')
      .and.to.include('reversed');
    expect(textOf(await looking.get('/books/vouchers'))).to.include('Contre-passée');
  });

  it('is shown in the console with its effect before it is recorded, and recorded when the person confirms', async () => {
    await walletOf();
    const awa = await office.signedIn('Awa', 'act');
    const given = { kind: 'sweep', provider: 'cinetpay', amount: '1 000', reference: 'VIR-7', why: 'relevé' };
    const values = { ...given, date: office.today() };
    expect((await awa.get(FORM)).text).to.include('<option value="cinetpay"');
    expect((await awa.fill(FORM, FORM, { ...values, amount: '0' })).text).to.include('nombre entier de francs');
    const confirm = await awa.fill(FORM, FORM, values);
    expect(textOf(confirm))
      .to.include('Pièce à comptabiliser')
      .and.to.include('Banque : débit de 1 000 FCFA')
      .and.to.include('Confirmer');
    expect(await operator.json('books', 'vouchers')).to.deep.equal([]);
    expect(textOf(await awa.fill(FORM, FORM, { sealed: sealedIn(confirm) }))).to.include('Pièce comptabilisé');
    const [voucher] = await operator.json<readonly { readonly id: string; readonly by: string }[]>('books', 'vouchers');
    expect(voucher).to.deep.include({ by: 'Awa' });
    const form = `/act/books-reverse/${voucher?.id}`;
    expect((await awa.get('/books/vouchers')).text).to.include(form);
    const reversal = await awa.fill(form, form, { why: 'erreur de montant' });
    expect(textOf(reversal)).to.include('Banque : crédit de');
    await awa.fill(form, form, { sealed: sealedIn(reversal) });
    expect(textOf(await awa.get('/books/vouchers'))).to.include('Contre-passée');
  });
});
