import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { filesOfAPayment, withEveryFile, type FilesOfAPayment } from './files-of-a-payment.ts';

const PAGE = readFileSync(new URL('../../../../docs/pay-a-quote.md', import.meta.url), 'utf8');

describe('the page that follows a payment', () => {
  let files: FilesOfAPayment;
  before(async () => {
    files = await filesOfAPayment();
  });

  it('counts every file that the request executes, and lists those of a payment', () => {
    expect(PAGE, 'generate it again: npm run docs -- examples').to.equal(withEveryFile(PAGE, files));
  });

  it('explains six of these files', () => {
    const six = [...PAGE.matchAll(/^\*\*\d\. [^*]+\*\*,\s\[`([^`]+)`\]/gm)].map(([, file = '']) => join(file));
    expect(six).to.have.length(6);
    expect(files.all).to.include.members(six);
  });
});
