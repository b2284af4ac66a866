import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantOf, type RawNotification } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { cinetpaySimulator, waveSimulator, type Simulator } from '@vehicle-insurance/simulators';
import {
  describeContract,
  freshId,
  mobileMoneyContract,
  scriptedServer,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { payerConfirms, payerFails, PAYERS } from './simulated-payers.ts';

const SECRET = 'the-secret-of-the-notifications';
const SECRETS = ['a-newer-secret', SECRET];
const WAVE_KEY = 'wave_sn_prod_test';
const hmac = (...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((made, part) => made.update(part), createHmac('sha256', SECRET)).digest('hex');

interface Place {
  readonly options: Pick<Parameters<typeof waveSimulator>[0], 'host' | 'port' | 'dataDir' | 'now'>;
  readonly receiver: string;
}

interface Simulated {
  readonly simulator: (place: Place) => Promise<Simulator>;
  readonly gateway: (baseUrl: string, receiver: string) => MobileMoneyGateway;
  readonly signed: (body: Uint8Array, now: Date) => RawNotification;
  /** In francs; the provider accepts only multiples of its step. */
  readonly amount: number;
  /** Minutes until a slow debit ends. */
  readonly debit: number;
}

/** The port's contract suite must pass for each meaning of `processing` and each authentication of notifications. */
const wave = (idleSaysProcessing: boolean, notificationAuth: 'signature' | 'secret'): Simulated => ({
  simulator: ({ options, receiver }) =>
    waveSimulator({
      ...{ ...options, apiKey: WAVE_KEY, notificationAuth },
      notifications: { url: receiver, secret: SECRET },
    }),
  gateway: (baseUrl) =>
    waveMobileMoney({
      ...{ baseUrl, apiKey: WAVE_KEY, notificationSecrets: SECRETS, idleSaysProcessing, notificationAuth },
      returnUrls: { success: 'https://example.com/success', error: 'https://example.com/error' },
    }),
  signed: (body, now) => {
    if (notificationAuth === 'secret') return { headers: { authorization: `Bearer ${SECRET}` }, body };
    const timestamp = String(now.getTime() / 1000);
    return { headers: { 'wave-signature': `t=${timestamp},v1=${hmac(timestamp, body)}` }, body };
  },
  amount: 121_428,
  debit: 3,
});

const merchant = { apiKey: 'key', siteId: '445160' } as const;
const cinetpay: Simulated = {
  simulator: ({ options }) => cinetpaySimulator({ ...options, ...merchant, notificationSecret: SECRET }),
  gateway: (baseUrl, receiver) =>
    cinetpayMobileMoney({
      ...{ baseUrl, ...merchant, notificationSecrets: SECRETS },
      ...{ notifyUrl: `${receiver}/notifications/cinetpay`, returnUrl: 'https://example.com/back' },
    }),
  // CinetPay signs the concatenated values of its form.
  signed: (body) => ({
    headers: { 'x-token': hmac(...new URLSearchParams(Buffer.from(body).toString()).values()) },
    body,
  }),
  amount: 121_430,
  debit: 24 * 60 + 3,
};

for (const [name, simulated] of Object.entries({
  'Wave (idle sessions may be processing, notifications carry a secret)': wave(true, 'secret'),
  'Wave (idle sessions are never processing, notifications are signed)': wave(false, 'signature'),
  CinetPay: cinetpay,
}))
  describe('against a simulator,', () => {
    let now = new Date('2026-01-15T09:00:00.000Z');
    let dataDir: string;
    let receiver: ScriptedServer;
    let simulator: Simulator;
    let mobileMoney: MobileMoneyGateway;

    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'simulated-'));
      receiver = await scriptedServer();
      const options = { host: '127.0.0.1', port: 0, dataDir, now: () => now };
      simulator = await simulated.simulator({ options, receiver: receiver.url });
      mobileMoney = simulated.gateway(`${simulator.url}/`, receiver.url);
    });

    after(async () => {
      await mobileMoney.close();
      await simulator.close();
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const readJson = async <Body>(path: string): Promise<Body> =>
      (await (await fetch(`${simulator.url}${path}`)).json()) as Body;

    describeContract(mobileMoneyContract, name, () => ({
      mobileMoney,
      clock: { now: () => instantOf(now.toISOString()) },
      requestThatIs: (kind) => ({ reference: freshId(), amount: simulated.amount, payer: PAYERS[kind] }),
      payerConfirms,
      payerFails,
      givenBack: async ({ id }) => {
        const sessions =
          await readJson<readonly { id: string; refunds: readonly { amount: string }[] }[]>('/sandbox/sessions');
        const refunds = sessions.find((each) => each.id === id)?.refunds ?? [];
        return refunds.reduce((sum, { amount }) => sum + Number(amount), 0);
      },
      debitEnds: async () => {
        now = new Date(now.getTime() + simulated.debit * 60_000);
      },
      notificationsAbout: async ({ id }) => {
        await simulator.catchUp();
        return receiver.asked
          .filter(({ body }) => body.includes(id))
          .map(({ headers, body }) => ({
            headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, String(value)])),
            body: Buffer.from(body),
          }));
      },
      signed: (body) => simulated.signed(body, now),
    }));
  });
