import { expect } from 'chai';
import { cleanUp, merchant, movableClock, startMobileMoney } from './world.ts';

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the payer’s page of the simulated Wave', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async (payer = '+2250701020304') => {
    const clock = movableClock();
    const simulator = await startMobileMoney(after, clock, { businessName: 'Lagune & <Fils>' });
    const { body } = await merchant(simulator).open(payer, 'ref-"<script>"', '1234567');
    return { clock, simulator, url: body.wave_launch_url };
  };
  const read = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { ...browser, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('shows the merchant, the purpose, the amount and the deadline, and both buttons', async () => {
    const { clock, url } = await start();
    clock.advance(61);
    const { status, text } = await read(url);
    expect(status).to.equal(200);
    expect(text).to.include('Lagune &amp; &lt;Fils&gt;').and.include('ref-&quot;&lt;script&gt;&quot;');
    expect(text).to.include('1\u202f234\u202f567\u00a0FCFA').and.include('28 min 59 s');
    expect(text).to.include('/confirm').and.include('/refuse').and.include('lang="fr"');
    expect(text).not.to.include('0701020304');
  });

  it('runs only its own script and cannot be framed', async () => {
    const { url } = await start();
    const { headers, text } = await read(url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
    expect(policy).not.to.include('unsafe');
    const { createHash } = await import('node:crypto');
    for (const [, content = ''] of text.matchAll(/<(?:style|script)>([^]*?)<\/(?:style|script)>/g)) {
      expect(policy).to.include(createHash('sha256').update(content).digest('base64'));
    }
  });

  it('shows a failed attempt and then the payment, with the API’s statuses', async () => {
    const { url } = await start();
    const refused = await read(`${url}/refuse`, { method: 'POST' });
    expect(refused.status).to.equal(402);
    expect(refused.text).to.include('role="alert"').and.include('/confirm');
    const paid = await read(`${url}/confirm`, { method: 'POST' });
    expect(paid.status).to.equal(200);
    expect(paid.text).to.include('Paiement effectué').and.not.include('<form');
    expect((await read(`${url}/confirm`, { method: 'POST' })).status).to.equal(409);
    expect((await read(`${url}/confirm`)).text).to.include('Paiement effectué');
  });

  it('shows a debit in progress, even after the session has ended', async () => {
    const { clock, url } = await start('+2250701020016');
    await read(`${url}/confirm`, { method: 'POST' });
    clock.advance(1801);
    expect((await read(url)).text)
      .to.include('Paiement en cours')
      .and.not.include('Votre compte n’a pas été débité');
    for (const button of ['confirm', 'refuse'])
      expect((await read(`${url}/${button}`, { method: 'POST' })).status).to.equal(409);
  });

  it('shows that a session has ended or never existed', async () => {
    const { clock, simulator, url } = await start();
    clock.advance(1800);
    expect((await read(url)).text)
      .to.include('Ce paiement n’est plus possible')
      .and.not.include('<form');
    const unknown = await read(`${simulator.url}/pay/cos-none`);
    expect([unknown.status, unknown.text.includes('Paiement introuvable')]).to.deep.equal([404, true]);
  });
});
