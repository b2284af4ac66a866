import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sandboxIn } from '../processes/service-process.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

/** An address of this machine that others can reach it at, if it has one. */
const outerAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('the clock of a sandbox, asked from elsewhere', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox({ HOST: '0.0.0.0' });
  });
  after(() => sandbox.stop());

  const ask = async (host: string, headers: Readonly<Record<string, string>> = {}) => {
    const url = new URL('/sandbox/clock', sandbox.service.url);
    url.hostname = host;
    const read = await fetch(url, { headers });
    const moved = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"advance": "PT1S"}',
    });
    return [read.status, moved.status];
  };
  const token = (): Record<string, string> => ({ 'x-sandbox-token': sandboxIn(sandbox.dataDir).clockToken ?? '' });

  // Proves: clock-wants-token
  it('is free to a program on this machine, and to others with the token of sandbox.json alone', async () => {
    expect(await ask('127.0.0.1')).to.deep.equal([200, 200]);
    const forwarded = { 'x-forwarded-for': '127.0.0.1' };
    expect(await ask('127.0.0.1', forwarded)).to.deep.equal([401, 401]);
    expect(await ask('127.0.0.1', { ...forwarded, 'x-api-key': sandboxIn(sandbox.dataDir).apiKey })).to.deep.equal([
      401, 401,
    ]);
    expect(await ask('127.0.0.1', { ...forwarded, ...token() })).to.deep.equal([200, 200]);
  });

  // Proves: clock-wants-token
  it('is not free to another machine', async function () {
    const address = outerAddress();
    if (address === undefined) return this.skip();
    expect(await ask(address)).to.deep.equal([401, 401]);
    expect(await ask(address, token())).to.deep.equal([200, 200]);
  });

  // Proves: clock-wants-token
  it('keeps its token over starts, and gets one where an older sandbox had none', async () => {
    const { clockToken, ...older } = sandboxIn(sandbox.dataDir);
    expect(clockToken).to.match(/^sandbox_[\w-]{43}$/);
    await sandbox.stop({ data: true });
    sandbox = await startSandbox({ HOST: '0.0.0.0' }, sandbox.dataDir);
    expect(sandboxIn(sandbox.dataDir).clockToken).to.equal(clockToken);
    await sandbox.stop({ data: true });

    const secrets = join(sandbox.dataDir, 'secrets.json');
    const { clockToken: _, ...before } = JSON.parse(readFileSync(secrets, 'utf8')) as Record<string, string>;
    writeFileSync(secrets, JSON.stringify(before));
    writeFileSync(join(sandbox.dataDir, 'sandbox.json'), JSON.stringify(older));
    sandbox = await startSandbox({ HOST: '0.0.0.0' }, sandbox.dataDir);
    expect(sandboxIn(sandbox.dataDir)).to.include({ apiKey: older.apiKey });
    expect(await ask('127.0.0.1', { origin: 'http://localhost', ...token() })).to.deep.equal([200, 200]);
  });
});
