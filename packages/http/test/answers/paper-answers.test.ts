import { Ok } from '@vehicle-insurance/core';
import { aCancellation, aCertificate, storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { servedForAll, servedWith } from '../serving.ts';

describe('a paper generated on request', () => {
  let id: string;
  let uncertified: string;
  const api = servedForAll();
  before(async () => {
    const contract = async (over: Parameters<typeof storedContract>[2] = {}) =>
      (await storedContract(api.unitOfWork, await api.storeQuote(), over)).contract.id;
    uncertified = await contract();
    const certificate = aCertificate();
    id = await contract({
      contract: { authorityCode: certificate.qrCodeLink, cancelled: aCancellation() },
      request: { status: 'issued', certificate },
    });
  });

  // Proves: papers-on-demand
  it('is a PDF in the requested language, French by default, with its own ETag', async () => {
    for (const [path, words] of [
      ['document', 'contract fr'],
      ['document?language=en', 'contract en'],
      ['receipt', 'receipt fr'],
      ['receipt?language=en&foo=1', 'receipt en'],
      ['cancellation', 'cancellation fr'],
    ] as const) {
      const answer = await api.get(`/contract/${id}/${path}`);
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
      const [name] = path.split('?');
      expect(answer.headers.get('content-disposition')).to.equal(`inline; filename="${name}.pdf"`);
      expect(answer.text)
        .to.match(/^%PDF-/)
        .and.include(words);
      const etag = answer.headers.get('etag') ?? '';
      const again = await api.get(`/contract/${id}/${path}`, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });

  it('is sent in full even if it is only a part of a larger buffer', async () => {
    const pdf = '%PDF-1.7'.padEnd(1_000_000, 'x');
    const large = await servedWith({
      getReceipt: async () => Ok(new TextEncoder().encode(`other ${pdf}`).subarray('other '.length)),
    });
    const { text } = await large.get('/contract/1/receipt');
    await large.close();
    expect(text === pdf).to.equal(true);
  });

  // Proves: papers-on-demand
  it('is refused with the documented error codes', async () => {
    const codeOf = async (path: string) => {
      const { status, body } = await api.get(path);
      return `${status} ${body.code}`;
    };
    for (const paper of ['document', 'cancellation'])
      expect(await codeOf(`/contract/${uncertified}/${paper}`)).to.equal('404 not_found');
    expect(await codeOf('/contract/0199a000-0000-7000-8000-000000000001/receipt')).to.equal('404 contract_not_found');
    expect(await codeOf(`/contract/${id}/receipt?language=de`)).to.equal('400 invalid_request');
  });
});
