import { expect } from 'chai';
import { rowsOf, textOf, type Visitor } from '../../../console/test/visitor.ts';
import { apiWorld, eventually, type Fields, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { signedIn } from './enter.ts';

type WithHistory = Fields & { readonly history: readonly Fields[] };

// The third journey through the console: what is stuck at a provider or the authority is rescued by forms.
describe('a rescue by the console of a sandbox', function () {
  this.timeout(120_000);
  let world: World;
  let operator: OperatorCommand;
  let awa: Visitor;

  before(async () => {
    world = await apiWorld({ CONSOLE_PORT: '0', MOBILE_MONEY: 'cinetpay' });
    operator = operatorOn(world.sandbox.dataDir, world.sandbox.database);
    awa = await signedIn(operator, 'Awa', 'act');
  });
  after(() => world.stop());

  const act = (name: string, id: string, fields: Readonly<Record<string, string>> = {}) =>
    awa.fill(`/act/${name}/${id}`, `/act/${name}/${id}`, fields);
  /** The same, if the page of the thing has a link to it. */
  const actFrom = async (page: string, name: string, id: string, fields: Readonly<Record<string, string>>) => {
    expect((await awa.get(`/${page}/${id}`)).text).to.include(`/act/${name}/${id}`);
    return act(name, id, fields);
  };
  const insured = async (policyHolderPhone: string) => (await world.insured({ policyHolderPhone })).contract.id;

  it('closes a payment whose provider is silent, so that its quote can be paid again', async () => {
    const { id: quoteId } = await world.quote();
    const { body } = await world.pay(quoteId, '0500000009');
    expect(textOf(await actFrom('payment', 'payment-close', body.id, { why: 'le fournisseur se tait' })))
      .to.include('Le paiement est clôturé')
      .and.to.include('par « Awa »');
    expect((await world.pay(quoteId)).status).to.equal(201);
  });

  it('records and settles money that arrived too late and was transferred back', async () => {
    const body = await world.opened((await world.quote()).id);
    await world.clock.advance('PT31M');
    await world.confirm(body.paymentUrl);
    await eventually(
      async () => (await operator.json<{ refund: Fields | null }>('payment', 'show', body.id)).refund,
      (refund) => refund?.['status'] === 'manual',
    );
    const fields = { reference: 'MP.1', note: 'depuis la caisse' };
    expect((await act('payment-refunded', body.id, fields)).text).to.include('sont notés comme rendus');
    await act('payment-refunded', body.id, { ...fields, reference: 'MP.2' });
    const settled = await act('payment-settle', body.id, { how: 'on_pages', why: 'vu sur ses pages' });
    expect(settled.text).to.include('C’est inscrit');
  });

  it('attaches a certificate that the authority refuses, and the contract gets its documents', async () => {
    const [issued, refused] = [await insured('0700001234'), await insured('0700000011')];
    await world.clock.advance('PT7H');
    expect((await awa.get('/')).text).to.include(`/contract/${refused}`);
    await actFrom('contract', 'certificate-retry', refused, { why: 'le stock est là' });
    const { certificate } = await world.contract(issued);
    const link = (name: string) => String(certificate?.[name]);
    const links = { pdf: link('pdfLink'), image: link('imageLink'), qr: link('qrCodeLink'), why: 'éditée au guichet' };
    expect((await act('certificate-attach', refused, { ...links, number: 'CI-1' })).text).to.include('est jointe');
    await world.contractIs(refused, ({ documents }) => !Object.values(documents).includes(null));
    const document = await awa.get(`/contract/${refused}/document`);
    expect([document.status, document.text.slice(0, 5)]).to.deep.equal([200, '%PDF-']);
    const { history } = await operator.json<WithHistory>('contract', 'show', refused);
    expect(history.filter(({ by }) => by === 'Awa').map(({ to }) => to)).to.deep.equal(['pending', 'issued']);
  });

  it('cancels a contract, pauses and resumes payments, disables a company, and sees all answer', async () => {
    const id = await insured('0700000011');
    await actFrom('contract', 'contract-cancel', id, { why: 'assuré ailleurs' });
    expect((await world.contract(id))['cancelled']).to.include({ reason: 'assuré ailleurs' });

    const { id: quoteId } = await world.quote();
    await act('payments-pause', '-', { why: 'entretien' });
    await eventually(
      () => world.pay(quoteId),
      ({ status }) => status === 503,
    );
    await act('payments-resume', '-');
    await eventually(
      () => world.pay(quoteId),
      ({ status }) => status === 201,
    );
    const health = rowsOf((await awa.get('/health')).text);
    expect(health.filter(([, answer]) => answer === 'répond')).to.have.length(3);

    await act('company-add', '-', { name: 'Courtage Essai' });
    const [company] = (await operator.json<readonly { id: string; name: string }[]>('company', 'list')).filter(
      ({ name }) => name === 'Courtage Essai',
    );
    const issued = await actFrom('company', 'key-issue', company?.id ?? '', { label: 'caisse' });
    const key = /<pre>(vi_test_[\w-]+)<\/pre>/.exec(issued.text)?.[1] ?? '';
    const called = async () => (await world.get('/vehicle', { key })).status;
    expect(await called()).to.equal(200);
    await act('company-disable', company?.id ?? '');
    expect(await eventually(called, (status) => status === 401)).to.equal(401);
  });
});
