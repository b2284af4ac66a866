import { insuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';

const PAGE = new URL('../../../docs/client.md', import.meta.url);

describe('the page about the client', () => {
  it('lists every function of the client, and no other', async () => {
    const [, table = ''] = /## Calls\n[^|]*((?:\|.*\n)+)/.exec(await readFile(PAGE, 'utf8')) ?? [];
    const cells = table.split('\n').map((row) => row.split('|')[2] ?? '');
    // The part after a colon is how they are called.
    const listed = cells.flatMap((cell) => [...cell.replace(/:.*?(?=, and |$)/g, '').matchAll(/`(\w+)`/g)]);
    const client = insuranceClient({ baseUrl: 'https://insurance.example', apiKey: 'key' });
    expect(listed.map(([, name]) => name)).to.have.members(Object.keys(client));
  });
});
