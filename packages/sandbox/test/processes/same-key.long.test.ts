import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SAMPLE_CAR, worldOf, type PaymentBody } from '../api/world.ts';
import { vehicleForm } from './caller.ts';
import type { Crossing } from './fault.ts';
import type { SandboxFile } from '../../src/sandbox-file.ts';
import { useFolderWorld } from './folder-world.ts';
import { KILLED, MORTAL_SERVICE, sandboxIn, type ServiceProcess } from './service-process.ts';

interface KeyedAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface Creation {
  readonly path: string;
  readonly body: () => object;
}

const CROWD = 20;
/** Number of simultaneous requests: as many as both processes have connections to the database. */
const AT_ONCE = 20;

const REGISTERED = 'commit "pendingUploads.save, vehicles.add"';

/**
 * Whether docs/api.md 1.10 has it stored. On a slow machine, a process may return 502 or 503 to some of a crowd, and on
 * a fast machine 429.
 */
const isStored = ({ status, text }: KeyedAnswer): boolean =>
  status < 500 && status !== 429 && !text.includes('_in_progress"');

const send = async (sandbox: SandboxFile, { path, body }: Creation, key: string): Promise<KeyedAnswer> => {
  const headers = { 'idempotency-key': key };
  const answer = await worldOf(() => sandbox).send('POST', path, { headers, body: body() });
  const replayed = answer.headers.get('idempotent-replayed') === 'true';
  return { status: answer.status, text: JSON.stringify(answer.body), replayed };
};

/** All stored responses must be equal; exactly `made` of them are not replays. */
const expectOneAnswer = (answers: readonly KeyedAnswer[], made: number): KeyedAnswer => {
  const final = answers.filter(isStored);
  for (const { status } of answers.filter((each) => !final.includes(each)))
    expect(status).to.be.oneOf([409, 429, 502, 503]);
  const different = [...new Set(final.map(({ status, text }) => `${status} ${text}`))];
  expect(different, different.join('\n')).to.have.length(1);
  expect(final.filter(({ replayed }) => !replayed)).to.have.length(made);
  return final.at(-1) as KeyedAnswer;
};
const payment = (quoteId: string): Creation => ({
  path: `/quote/${quoteId}/pay`,
  body: () => ({ phoneNumber: '0500001234' }),
});

describe('a request that is repeated under its key', function () {
  this.timeout(180_000);
  // At its start, the only process of a sandbox with its own database clears the leases of a dead one.
  const { dataDir, start, call } = useFolderWorld({ hasOwnDatabase: true });
  const { api, quote, clock } = call;
  let service: ServiceProcess;

  const startMortal = async (): Promise<void> => {
    service = await start({ LOG_LEVEL: 'silent' }, MORTAL_SERVICE);
  };
  /** The response after a death at the crossing, equal for all repetitions. `made` is 0 if it was stored before. */
  const answerAfterDeath = async (creation: Creation, key: string, at: Crossing, made = 1): Promise<string> => {
    await service.setFault({ at });
    const lost = send(sandboxIn(dataDir), creation, key).catch(() => undefined);
    expect(await service.ended).to.deep.equal(KILLED);
    expect(await lost).to.equal(undefined);
    await startMortal();
    const answers = await Promise.all(Array.from({ length: CROWD }, () => send(sandboxIn(dataDir), creation, key)));
    const last = expectOneAnswer([...answers, await send(sandboxIn(dataDir), creation, key)], made);
    expect(last).to.include({ status: 201, replayed: true });
    return last.text;
  };

  before(startMortal);

  for (const [key, crossing] of [
    ['after-registration', `after ${REGISTERED}`],
    ['within-registration', `within ${REGISTERED}`],
  ] as const)
    // Proves: crash-before-answer
    it(`registers one vehicle with one document if the process is killed ${crossing}`, async () => {
      const licencePlate = key.toUpperCase();
      const body = () => vehicleForm({ ...SAMPLE_CAR, licencePlate });
      const documents = () =>
        readdirSync(join(dataDir, 'documents'), { recursive: true, withFileTypes: true }).filter(
          (entry) => entry.isFile() && `${entry.parentPath}/`.includes('/vehicles/'),
        );
      const text = await answerAfterDeath({ path: '/vehicle', body }, key, crossing);
      const found = await api<{ data: readonly { id: string }[] }>(`/vehicle?licencePlate=${licencePlate}`);
      expect(found.body.data).to.deep.equal([JSON.parse(text)]);
      await clock.advance('PT2H');
      expect(documents()).to.have.length(key === 'after-registration' ? 1 : 2);
    });

  // The quote and its response are one transaction: both are stored or neither.
  for (const [crossing, made] of [
    ['after commit "quotes.add"', 0],
    ['within commit "quotes.add"', 1],
  ] as const)
    it(`creates one quote if the process is killed ${crossing}`, async () => {
      const { id, vehicleId } = await quote();
      const { body: list } = await api<{ data: readonly { id: string; coverageId: string }[] }>(
        `/quote?vehicleId=${vehicleId}`,
      );
      const terms = {
        ...{ vehicleId, coverageId: list.data[0]?.coverageId, duration: 12, usage: 'pleasure' },
        ...{ policyHolderName: 'Aya Exemple', policyHolderPhone: '0700001234' },
        startDate: (await clock.now()).slice(0, 10),
      };
      const creation = { path: '/quote/create', body: () => terms };
      const text = await answerAfterDeath(creation, `quote-${made}`, crossing, made);
      const { data } = (await api<typeof list>(`/quote?vehicleId=${vehicleId}`)).body;
      expect(data.map((each) => each.id)).to.deep.equal([(JSON.parse(text) as { id: string }).id, id]);
    });
});

describe('a request that is sent to two processes under one key', function () {
  this.timeout(180_000);
  const { dataDir, start, startHere, beside, call } = useFolderWorld();

  // Proves: thousand-under-one-key
  it('takes effect once if it is sent a thousand times to two processes', async () => {
    await start();
    const other = await startHere(beside({ ROLE: 'api' }));
    const { id } = await call.quote();
    const sandbox = sandboxIn(dataDir);
    const processes = [sandbox, { ...sandbox, baseUrl: other.service.url }] as const;
    const answers: KeyedAnswer[] = [];
    let left = 1_000;
    const sender = async (_: unknown, index: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        answers.push(await send(index % 2 === 0 ? processes[0] : processes[1], payment(id), 'a-thousand'));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    expect(answers).to.have.length(1_000);
    const { id: paymentId } = JSON.parse(expectOneAnswer(answers, 1).text) as PaymentBody;
    expect((await call.standing(id)).payment?.id).to.equal(paymentId);
    expect(await call.sessionsOf(paymentId)).to.have.length(1);
  });
});
