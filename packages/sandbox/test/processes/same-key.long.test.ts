import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { caller, type PaymentBody } from './caller.ts';
import type { Crossing } from './fault.ts';
import { strikeAt } from './mortal-process.ts';
import { MORTAL_SERVICE, sandboxIn, spawnService, stopServices, type ServiceProcess } from './service-process.ts';
import { SAMPLE_CAR } from '../sample-car.ts';

interface Said {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** What a service is asked to create. */
interface Asked {
  readonly path: string;
  readonly body: () => string | FormData;
}

/** Callers that repeat the request under the key after losing their connections. */
const CROWD = 20;
/** Requests under way at once: as many as both processes together have connections to the database. */
const AT_ONCE = 20;

/** What registers a vehicle with its document. */
const REGISTERED = 'commit "pendingUploads.save, vehicles.add"';
const IN_PROGRESS = '"request_in_progress"';

describe('a request that is sent again under its key', function () {
  this.timeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'same-key-'));
  const { api, quote, standing, sessionsOf, clock } = caller(() => sandboxIn(dataDir));
  let service: ServiceProcess;

  const start = async (): Promise<void> => {
    service = spawnService({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, MORTAL_SERVICE);
    await service.ready;
  };
  const ask = async ({ path, body }: Asked, key: string, baseUrl = sandboxIn(dataDir).baseUrl): Promise<Said> => {
    const sent = body();
    const response = await fetch(`${baseUrl}/api/v1.0${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': sandboxIn(dataDir).apiKey,
        'idempotency-key': key,
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      },
      body: sent,
    });
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, text: await response.text(), replayed };
  };
  /**
   * The answer of a request whose process dies at the fault: all callers repeat it, and get one and the same. It is
   * made once more, unless what died had kept it.
   */
  const answerAfterDeath = async (asked: Asked, key: string, at: Crossing, made = 1): Promise<Said> => {
    await strikeAt(service, { at });
    const lost = ask(asked, key).catch(() => undefined);
    expect(await service.ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
    expect(await lost).to.equal(undefined);
    await start();
    const answers = await Promise.all(Array.from({ length: CROWD }, () => ask(asked, key)));
    const answered = answers.filter(({ text }) => !text.includes(IN_PROGRESS));
    expect(answered.filter(({ replayed }) => !replayed)).to.have.length(made);
    const last = await ask(asked, key);
    expect(new Set([...answered, last].map(({ status, text }) => `${status} ${text}`))).to.have.property('size', 1);
    expect(last).to.include({ status: 201, replayed: true });
    return last;
  };

  before(start);
  after(async () => {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  // Proves: crash-before-answer
  it('finds the vehicle and its document that a process had created that died before it answered', async () => {
    const body = (): FormData => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...SAMPLE_CAR, licencePlate: 'KEY-1' }))
        form.append(name, String(value));
      form.append('registrationDocument', new Blob(['%PDF-1.7']), 'carte-grise.pdf');
      return form;
    };
    const { text } = await answerAfterDeath({ path: '/vehicle', body }, 'a', `after ${REGISTERED}`);
    const found = await api<{ data: readonly { id: string }[]; total: number }>('/vehicle?licencePlate=KEY-1');
    expect(found.body.data).to.deep.equal([JSON.parse(text)]);
    await clock.advance('PT2H');
    expect(filesIn(join(dataDir, 'documents')).filter((name) => name.includes('/vehicles/'))).to.have.length(1);
  });

  it('finishes the registration of a process that died between document and vehicle', async () => {
    const body = (): FormData => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...SAMPLE_CAR, licencePlate: 'KEY-2' }))
        form.append(name, String(value));
      form.append('registrationDocument', new Blob(['%PDF-1.7']), 'carte-grise.pdf');
      return form;
    };
    await answerAfterDeath({ path: '/vehicle', body }, 'b', `within ${REGISTERED}`);
    await clock.advance('PT2H');
    expect(filesIn(join(dataDir, 'documents')).filter((name) => name.includes('/vehicles/'))).to.have.length(2);
  });

  // The quote and its answer are one transaction: either both are there, or the quote is made anew.
  for (const [key, crossing, made] of [
    ['c', 'after commit "quotes.add"', 0],
    ['not-committed', 'within commit "quotes.add"', 1],
  ] as const)
    it(`has one quote, killed ${crossing}`, async () => {
      const { id, vehicleId } = await quote();
      const terms = {
        ...{
          vehicleId,
          duration: 12,
          usage: 'pleasure',
          policyHolderName: 'Aya Exemple',
          policyHolderPhone: '0700001234',
        },
        coverageId: (await api<{ data: readonly { coverageId: string }[] }>(`/quote?vehicleId=${vehicleId}`)).body
          .data[0]?.coverageId,
        startDate: (await clock.now()).slice(0, 10),
      };
      const asked = { path: '/quote/create', body: () => JSON.stringify(terms) };
      const { text } = await answerAfterDeath(asked, key, crossing, made);
      const { data } = (await api<{ data: readonly { id: string }[] }>(`/quote?vehicleId=${vehicleId}`)).body;
      expect(data.map((each) => each.id)).to.deep.equal([(JSON.parse(text) as { id: string }).id, id]);
    });

  for (const [key, crossing] of Object.entries({
    d: 'after commit "the provider has a session"',
    e: 'after mobileMoney.open',
  } as const))
    // Proves: crash-before-answer
    it(`finds the payment, killed ${crossing}`, async () => {
      const { id } = await quote();
      const asked = { path: `/quote/${id}/pay`, body: () => JSON.stringify({ phoneNumber: '0500001234' }) };
      const { text } = await answerAfterDeath(asked, key, crossing);
      const payment = JSON.parse(text) as PaymentBody;
      expect((await standing(id)).payment).to.deep.include({ id: payment.id, paymentUrl: payment.paymentUrl });
      expect(await sessionsOf(payment.id)).to.have.length(1);
    });

  // Proves: thousand-under-one-key
  it('has one effect, sent a thousand times to two processes at once', async () => {
    const follower = spawnService({ ROLE: 'api', DATA_DIR: dataDir });
    await follower.ready;
    const followerUrl = /"url":"([^"]+)"/.exec(follower.said().out)?.[1];
    const { id } = await quote();
    const asked = { path: `/quote/${id}/pay`, body: () => JSON.stringify({ phoneNumber: '0500001234' }) };
    const answers: Said[] = [];
    let left = 1_000;
    const sender = async (_: unknown, index: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        answers.push(await ask(asked, 'a-thousand', index % 2 === 0 ? undefined : followerUrl));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    expect(answers).to.have.length(1_000);
    const made = answers.filter(({ text }) => !text.includes(IN_PROGRESS));
    for (const { status } of answers.filter((each) => !made.includes(each))) expect(status).to.equal(409);
    expect(new Set(made.map(({ status, text }) => `${status} ${text}`))).to.have.property('size', 1);
    expect(made.filter(({ replayed }) => !replayed)).to.have.length(1);
    const payment = JSON.parse(made[0]?.text ?? '') as PaymentBody;
    expect((await standing(id)).payment?.id).to.equal(payment.id);
    expect(await sessionsOf(payment.id)).to.have.length(1);
  });
});

/** Every file in a folder, however deep. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
