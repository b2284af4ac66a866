import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantOf, type RawNotification } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { cinetpaySimulator, type Simulator } from '@vehicle-insurance/simulators';
import {
  describeContract,
  freshId,
  scriptedServer,
  mobileMoneyContract,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { notificationsAbout, payerConfirms, payerFails, PAYERS } from './simulated-payers.ts';

describe('cinetpayMobileMoney against the simulator', () => {
  let now = new Date('2026-01-15T09:00:00.000Z');
  const secret = 'the-secret-of-the-notifications';
  const merchant = { apiKey: 'key', siteId: '445160' } as const;
  let dataDir: string;
  let receiver: ScriptedServer;
  let simulator: Simulator;
  let mobileMoney: MobileMoneyGateway;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cinetpay-'));
    receiver = await scriptedServer();
    const options = { host: '127.0.0.1', port: 0, dataDir, now: () => now, ...merchant, notificationSecret: secret };
    simulator = await cinetpaySimulator(options);
    mobileMoney = cinetpayMobileMoney({
      baseUrl: `${simulator.url}/`,
      ...merchant,
      notificationSecrets: ['a-newer-secret', secret],
      notifyUrl: `${receiver.url}/notifications/cinetpay`,
      returnUrl: 'https://example.com/back',
    });
  });

  after(async () => {
    await mobileMoney.close();
    await simulator.close();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** CinetPay signs the values of its form, one after the other. */
  const signed = (body: Uint8Array): RawNotification => {
    const values = [...new URLSearchParams(Buffer.from(body).toString()).values()].join('');
    return { headers: { 'x-token': createHmac('sha256', secret).update(values).digest('hex') }, body };
  };

  describeContract(mobileMoneyContract, 'CinetPay', () => ({
    mobileMoney,
    clock: { now: () => instantOf(now.toISOString()) },
    requestThatIs: (kind) => ({ reference: freshId(), amount: 121_430, payer: PAYERS[kind] }),
    payerConfirms,
    payerFails,
    givenBack: async () => 0,
    debitEnds: async () => {
      now = new Date(now.getTime() + (24 * 60 + 3) * 60_000);
    },
    notificationsAbout: ({ id }) => notificationsAbout(simulator, receiver, id),
    signed,
  }));
});
