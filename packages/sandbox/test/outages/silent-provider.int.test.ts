import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import type { Instant, Job } from '@vehicle-insurance/core';
import { waveMobileMoney } from '@vehicle-insurance/mobile-money';
import { ROUNDS, type Service } from '@vehicle-insurance/service';
import {
  anotherQuote,
  aPayment,
  aPaymentSession,
  scriptedServer,
  silence,
  storedCompany,
  storedPayment,
  storedVehicle,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { journeysOn } from '../operator/operator-journey.ts';
import { inParallel } from '../processes/in-parallel.ts';
import { eventually, startOnRunServer, type TestSandbox } from '../sandbox.ts';

/** Payments that wait for the provider that never answers: more than it is asked about at once, many times over. */
const WAITING = 150;

describe('a service whose triggers are all lost, and whose provider Wave and authority never answer', function () {
  this.timeout(60_000);
  const lost = new Set<Job>();
  let sandbox: TestSandbox;
  let wave: ScriptedServer;
  let authority: ScriptedServer;
  let store: Service['bound']['store'];

  before(async () => {
    [wave, authority] = await Promise.all([scriptedServer(), scriptedServer()]);
    for (const server of [wave, authority]) server.answer(silence);
    const certificateAuthority = asaciCertificateAuthority({
      baseUrl: authority.url,
      credentials: { applicant: 'A', access: 'B', company: 'C', intermediary: 'D' },
      insuranceCompany: 'Assurances Exemple',
      allowedHosts: [],
    });
    const gateway = waveMobileMoney({
      baseUrl: wave.url,
      apiKey: 'key-of-a-test',
      notificationSecrets: ['secret-of-a-test'],
      returnUrls: { success: 'https://shop.example/paid', error: 'https://shop.example/not-paid' },
    });
    sandbox = await startOnRunServer(
      { MOBILE_MONEY: 'cinetpay' },
      {
        store: (opened) => (store = opened),
        trigger: () => ({ fire: (job) => lost.add(job) }),
        rounds: () => ({ payments: 1, certificates: 1, documents: 1, days: 1 }),
        mobileMoney: ([opening]) => [opening, gateway],
        certificateAuthority: () => certificateAuthority,
      },
    );
    await addWaitingPayments();
    await eventually(
      async () => wave.asked.length,
      (asked) => asked > 0,
    );
  });
  after(async () => {
    await Promise.all([wave.close(), authority.close()]);
    await sandbox.stop();
  });

  /** Payments that Wave opened three minutes ago, and whose check is due. */
  const addWaitingPayments = async (): Promise<void> => {
    const { unitOfWork } = store;
    const company = await storedCompany(unitOfWork, { intermediaryCode: null });
    const vehicle = await storedVehicle(unitOfWork, company.id);
    const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
    const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString() as Instant;
    await inParallel(Array(WAITING).fill(undefined), 4, async () => {
      const { quote } = await anotherQuote(unitOfWork, company, vehicle);
      const session = aPaymentSession({ expires: null });
      const due = { at: minutesAgo(1), attempts: 0 };
      await storedPayment(unitOfWork, quote, aPayment({ provider: 'wave', session, created: minutesAgo(3), due }));
    });
  };

  // Proves: rounds-are-close-enough
  it('looks for due work so often that a certificate is requested within a minute', () => {
    expect(ROUNDS.payments + ROUNDS.certificates).to.be.at.most(60);
    expect(ROUNDS.days).to.be.at.most(5 * 60);
  });

  // Proves: provider-lanes, rounds-are-close-enough
  it('finds what is due by its rounds alone, and Wave holds up no payment that CinetPay notifies', async () => {
    const journeys = journeysOn(sandbox);
    for (let n = 1; n <= 2; n += 1) {
      expect(await journeys.contract('0700001234')).to.be.a('string');
      await eventually(
        async () => authority.asked.length,
        (asked) => asked >= n,
      );
    }
    expect([...lost]).to.include.members(['payments', 'certificates']);
    // Each takes ten seconds to fail: had CinetPay's payments waited for Wave's, nearly all had been asked by now.
    expect(wave.asked.length).to.be.below(WAITING / 3);
  });
});
