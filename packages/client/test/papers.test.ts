import type { PaperRequestOptions, Language } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { failureOf, scripted } from './scripted-api.ts';

/** Bytes that are not text: decoded and encoded again, they would differ. */
const PAPER = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0x0a, 0xff, 0xfe, 0x80, 0x00, 0xe9);

const answered = (type: string) => new Response(PAPER, { headers: { 'content-type': type } });

describe('a paper', () => {
  it('arrives byte for byte, as a contract document or a receipt', async () => {
    const { client } = scripted([answered('application/pdf')]);
    // Like a caller that passes a reader's language on.
    const language: Language = 'en';
    const inEnglish: PaperRequestOptions = { language };
    for (const paper of [client.getContractDocument('c1', inEnglish), client.getReceipt('c1')])
      expect(new Uint8Array(await (await paper).arrayBuffer())).to.deep.equal(PAPER);
  });

  it('is not returned if the response is not a PDF, and the error explains it', async () => {
    const { client } = scripted([answered('text/html')], { retries: 0 });
    expect(String(await failureOf(client.getReceipt('c1')))).to.include('The only attempt got no usable response');
  });
});
