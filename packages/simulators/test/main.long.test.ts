import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { insurer } from './authority-world.ts';
import { cleanUp, merchant, movableClock, startMobileMoney, temporaryFolder } from './world.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the simulators as a program', function () {
  this.timeout(60_000);
  const after = cleanUp();
  afterEach(() => after.now());

  const run = (...parameters: string[]) => {
    const child = spawn(process.execPath, [MAIN, '--data-dir', temporaryFolder(after), ...parameters]);
    const output = { out: '', err: '' };
    child.stdout.on('data', (part: Buffer) => (output.out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output.err += part.toString()));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    after.later(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return { child, output, ended };
  };
  const lines = (text: string): string[] => text.trim().split('\n');

  it('refuses unknown arguments with one line', async () => {
    for (const words of [
      'nothing',
      '--unknown',
      '--authority-port -1',
      '--notification-url x',
      '--mobile-money-url x',
    ]) {
      const { output, ended } = run('--mobile-money-port', '0', ...words.split(' '));
      expect([await ended, lines(output.err).length], words).to.deep.equal([1, 1]);
    }
  });

  it('reports in one line which port is in use, and does not touch the other process’s data', async () => {
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const first = await startMobileMoney(after, clock, { dataDir });
    const { output, ended } = run('mobile-money', '--mobile-money-port', new URL(first.url).port);
    expect(await ended).to.equal(1);
    expect(lines(output.err)).to.have.length(1);
    expect(output.err).to.include('--mobile-money-port');
    const second = startMobileMoney(after, clock, { dataDir, port: Number(new URL(first.url).port) });
    expect(await second.catch(() => 'refused')).to.equal('refused');
    const { id } = (await merchant(first).open('+2250701020304')).body;
    await first.close();
    const again = await startMobileMoney(after, clock, { dataDir });
    expect((await merchant(again).get(`/${id}`)).status).to.equal(200);
  });

  it('starts all simulators, and exits with 0 on a signal', async () => {
    const { child, output, ended } = run('--mobile-money-port', '0', '--cinetpay-port', '0', '--authority-port', '0');
    while (lines(output.out).length < 3 || !output.out.includes('certificate-authority'))
      await once(child.stdout, 'data');
    const urls = lines(output.out).map((line) => line.split(': ')[1] ?? '');
    expect((await Promise.all(urls.map((url) => fetch(url)))).map(({ status }) => status)).to.deep.equal([
      200, 200, 200,
    ]);
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
  });

  it('refuses to insure a vehicle twice, unless an option allows it', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [today, end] = [day(0), day(364)];
    const dates = { date_demande_edition: today, date_souscription: today, date_effet: today, date_echeance: end };
    const codes = ['--code-demandeur', 'D1', '--code-acces', 'secret', '--code-compagnie', 'C1'];
    const second = async (...parameters: string[]) => {
      const { child, output } = run('certificate-authority', '--authority-port', '0', ...codes, ...parameters);
      await once(child.stdout, 'data');
      const { request } = insurer({ url: output.out.trim().split(': ')[1] ?? '' });
      expect((await request({ ...dates, numero_police: 'POL-1' })).body.statut).to.equal(0);
      return (await request({ ...dates, numero_police: 'POL-2' })).body.statut;
    };
    expect(await second()).to.equal(-35);
    expect(await second('--insure-again')).to.equal(0);
  });
});
