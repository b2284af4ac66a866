import { anotherQuote, storedContract, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { servedInMemory } from '../serving.ts';

describe('A paper that is asked for', () => {
  let api: Awaited<ReturnType<typeof servedInMemory>>;
  let id: string;
  before(async () => {
    api = await servedInMemory();
    const vehicle = await storedVehicle(api.unitOfWork, api.company.id);
    const quoted = await anotherQuote(api.unitOfWork, api.company, vehicle);
    ({
      contract: { id },
    } = await storedContract(api.unitOfWork, quoted));
  });
  after(() => api.close());

  // Proves: papers-on-demand
  it('is a PDF in the language of the query, French without one, with a tag of its own', async () => {
    for (const [path, words] of [
      ['receipt', 'receipt fr'],
      ['receipt?language=en', 'receipt en'],
    ] as const) {
      const answer = await api.get(`/contract/${id}/${path}`);
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).to.equal('inline; filename="receipt.pdf"');
      expect(answer.text)
        .to.match(/^%PDF-/)
        .and.include(words);
      const etag = answer.headers.get('etag') ?? '';
      const again = await api.get(`/contract/${id}/${path}`, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });

  // Proves: papers-on-demand
  it('is refused by the codes of the table', async () => {
    const codeOf = async (path: string) => {
      const { status, body } = await api.get(path);
      return `${status} ${body.code}`;
    };
    expect(await codeOf(`/contract/${id}/document`)).to.equal('404 not_found');
    expect(await codeOf('/contract/0199a000-0000-7000-8000-000000000001/receipt')).to.equal('404 contract_not_found');
    expect(await codeOf(`/contract/${id}/receipt?language=de`)).to.equal('400 invalid_request');
    const { body } = await api.get(`/contract/${id}/receipt?lang=en`);
    expect(body.details[0]?.message).to.equal('is not a parameter of this list, which takes language.');
  });
});
