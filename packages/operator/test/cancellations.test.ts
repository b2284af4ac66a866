import { daysBetween, sum } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { rowsOf, textOf, tokenOf, type Seen, type Visitor } from '../../console/test/visitor.ts';
import { sealedIn } from '../../console/test/office.ts';
import { officeForEach, type Fields } from './office.ts';

interface Cancelled extends Fields {
  readonly cancelled: { readonly code: string; readonly lastDay: string | null; readonly refund: Fields | null } | null;
  readonly cancellation: Fields;
}

/** Without the line that says whether it is a preview. */
const computationIn = (text: string): string =>
  text
    .replace('Preview: nothing is stored.\n', '')
    .replace(/\nThe contract is cancelled\..*/s, '')
    .trim();

/** What was paid and is refunded, by the table of a preview: its last line is the total of the others. */
const totalsIn = ({ text }: Seen, days: string): readonly [number, number] => {
  const lines = rowsOf(text).filter(({ length }) => length === 4);
  const amounts = (at: number) => lines.map((cells) => Number(cells[at]?.replaceAll(/\D/g, '')));
  const [paid, refunded] = [amounts(1), amounts(3)];
  expect(lines.at(-1)?.[2]).to.equal(days);
  for (const column of [paid, refunded]) expect(sum(column.slice(0, -1))).to.equal(column.at(-1));
  return [paid.at(-1) ?? 0, refunded.at(-1) ?? 0];
};

describe('cancelling an issued contract', () => {
  const { office, operator } = officeForEach({ environment: { CONSOLE_SECOND_PERSON: 'true' } });
  let id: string;

  beforeEach(async () => {
    id = await office.contract();
    await office.pass({ hours: 24 * 40 });
  });
  const contract = async () => (await office.store.contractQueries.inspect(id))?.contract ?? expect.fail();
  const command = (...options: readonly string[]) => ['contract', 'cancel', id, '--why', 'vendu', ...options];

  // Proves: cancelling-preview
  it('prints the same computation with --preview, and changes nothing then', async () => {
    expect((await contract()).status).to.equal('started');
    const options = ['--reason', 'sale', '--last-day', office.today()];
    const preview = await operator.text(...command(...options, '--preview'));
    expect(preview).to.match(/^Last day of cover: .* \(\d+ unused days\)$/m);
    expect(preview)
      .to.match(/^Refund: [1-9][\d ]* of [\d ]+ F CFA$/m)
      .and.to.include('nothing is stored');
    expect((await contract()).cancelled).to.equal(null);
    const done = await operator.text(...command(...options));
    expect(computationIn(done)).to.equal(computationIn(preview));
    expect((await contract()).cancelled).to.deep.include({ code: 'sale', reason: 'vendu', lastDay: office.today() });
  });

  it('prints the contract and its terms as JSON, by default with today as the last day and another reason', async () => {
    const before = await operator.json<Cancelled>(...command('--preview'));
    expect(before.cancelled).to.equal(null);
    const after = await operator.json<Cancelled>(...command());
    expect(after.cancelled).to.deep.include({ code: 'other', lastDay: office.today() });
    expect(after.cancelled?.refund).to.deep.include({ status: 'manual' });
    expect({ ...after.cancellation, isPreview: true }).to.deep.equal(before.cancellation);
  });

  it('is refused a second time, and for an impossible last day, with the possible days', async () => {
    const { endDate } = await contract();
    const again = await operator.refusal(...command('--last-day', '2020-01-01'));
    expect(again).to.include(`from ${office.today()} to ${endDate}`);
    await operator.text(...command('--refund', 'none'));
    expect(await operator.refusal(...command())).to.include('was cancelled');
  });

  it('has its annulment recorded by command', async () => {
    const { certificateAuthority } = office.ports;
    Object.assign(certificateAuthority, { capabilities: { annul: false } });
    await operator.text(...command());
    expect(await operator.text('work', 'status')).to.include('have it annulled');
    await operator.text('certificate', 'annulled', id, '--note', 'by phone');
    expect(await operator.text('work', 'status')).not.to.include('have it annulled');
    const refused = await operator.refusal('certificate', 'annulled', id, '--note', 'again');
    expect(refused).to.include('no certificate to annul');
  });

  describe('in the console', () => {
    let awa: Visitor;
    let koffi: Visitor;
    const form = () => `/act/contract-cancel/${id}`;

    beforeEach(async () => {
      awa = await office.signedIn('Awa', 'act');
      koffi = await office.signedIn('Koffi', 'act');
    });

    // Proves: cancelling-preview
    it('shows the computation before it is proposed, and again to the second person', async () => {
      expect((await awa.get(form())).text).to.include(`value="${office.today()}"`);
      const chosen = { reason: 'sale', why: 'vendu', refund: 'auto', lastDay: office.today() };
      const preview = await awa.fill(form(), form(), chosen);
      expect(textOf(preview)).to.include('aperçu');
      const { startDate, endDate } = await contract();
      const days = `${daysBetween(office.today(), endDate)} / ${daysBetween(startDate, endDate) + 1}`;
      const [paid, refunded] = totalsIn(preview, days);
      expect(refunded).to.be.within(1, paid - 1);
      expect(await office.access.proposals.list()).to.deep.equal([]);
      await awa.fill(form(), form(), { sealed: sealedIn(preview) });
      const [proposal] = await office.access.proposals.list();
      const seen = textOf(await koffi.get('/proposals'));
      expect(seen).to.include('Vente du véhicule');
      expect(totalsIn(await koffi.get('/proposals'), days)).to.deep.equal([paid, refunded]);
      expect(seen)
        .not.to.match(/\bsale\b|\bauto\b/)
        .and.not.to.include(office.today());
      expect((await contract()).cancelled).to.equal(null);
      await koffi.send(`/proposals/${proposal?.id}/confirm`, { 'form-token': await tokenOf(koffi) });
      expect((await contract()).cancelled).to.deep.include({ code: 'sale', lastDay: office.today() });
      expect(textOf(await awa.get(`/contract/${id}`)))
        .to.include('annulé le')
        .and.to.include('vente du véhicule')
        .and.to.match(/Contrat\s:\s+annulé\s+vendu/)
        .and.to.include('Remboursement : ');
    });

    it('refuses an impossible last day before anything is confirmed', async () => {
      const chosen = { reason: 'sale', why: 'vendu', refund: 'auto', lastDay: '2020-01-01' };
      const refused = await awa.fill(form(), form(), chosen);
      expect(refused.status).to.equal(400);
      expect(textOf(refused)).to.include('Choisissez un dernier jour entre le');
    });
  });
});
