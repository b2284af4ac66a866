import { readFileSync } from 'node:fs';
import { publishedKeys } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aSigner, tokenBy } from './signing.ts';

describe('the ten lines of code with which others check a paper', () => {
  const page = readFileSync(new URL('../../../../docs/proof.md', import.meta.url), 'utf8');
  const [, lines = ''] = /```js\n([^]*?)```/.exec(page) ?? [];

  it('accept our papers and no others', async () => {
    const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(lines)}`)) as {
      isOurs: (token: string, published: object) => Promise<boolean>;
    };
    const signer = aSigner();
    const publish = (withdrawn: boolean) =>
      JSON.parse(JSON.stringify(publishedKeys([{ publicKey: signer.publicKey, withdrawn }]))) as object;
    const token = tokenBy(signer);
    expect(await isOurs(token, publish(false))).to.equal(true);
    expect(await isOurs(token, publish(true))).to.equal(false);
    expect(await isOurs(tokenBy(aSigner()), publish(false))).to.equal(false);
    expect(await isOurs(`${token.slice(0, 20)}ABCDEFGH${token.slice(28)}`, publish(false))).to.equal(false);
  });
});
