import type { Instant } from '@vehicle-insurance/core';
import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { waveMobileMoney } from '@vehicle-insurance/mobile-money';
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
import { ROUNDS, type Rounds, type Service } from '@vehicle-insurance/service';
import { startSandbox, type TestSandbox } from '../sandbox.ts';

type Answering = Parameters<ScriptedServer['answer']>[0];

/**
 * A service with two providers: CinetPay answers, and Wave and the certificate authority answer as the test scripts it,
 * by default never.
 */
export interface ServiceWithSilentWave {
  readonly sandbox: TestSandbox;
  readonly wave: ScriptedServer;
  readonly authority: ScriptedServer;
  /** So many payments that Wave opened some minutes ago and whose check is due. */
  addWaitingPayments(count: number, openedMinutesAgo?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Real adapters, a real database, and the time-outs of production. */
export const serviceWithSilentWave = async (
  answer: Answering = silence,
  rounds: Rounds = ROUNDS,
): Promise<ServiceWithSilentWave> => {
  const wave = await scriptedServer();
  wave.answer(answer);
  const authority = await scriptedServer();
  authority.answer(answer);
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
  let store: Service['bound']['store'] | undefined;
  const sandbox = await startSandbox({ MOBILE_MONEY: 'cinetpay' }, undefined, {
    store: (opened) => (store = opened),
    rounds: () => rounds,
    mobileMoney: ([opening]) => [opening, gateway],
    certificateAuthority: () => certificateAuthority,
  });
  return {
    sandbox,
    wave,
    authority,
    addWaitingPayments: async (count, openedMinutesAgo = 3) => {
      if (!store) throw new Error('the service has not reached its store');
      const { unitOfWork } = store;
      const company = await storedCompany(unitOfWork, { intermediaryCode: null });
      const vehicle = await storedVehicle(unitOfWork, company.id);
      const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
      const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString() as Instant;
      for (let n = 0; n < count; n += 1) {
        const { quote } = await anotherQuote(unitOfWork, company, vehicle);
        const session = aPaymentSession({ expires: null });
        const due = { at: minutesAgo(1), attempts: 0 };
        await storedPayment(
          unitOfWork,
          quote,
          aPayment({ provider: 'wave', session, created: minutesAgo(openedMinutesAgo), due }),
        );
      }
    },
    stop: async () => {
      await Promise.all([wave.close(), authority.close()]);
      await sandbox.stop();
    },
  };
};
