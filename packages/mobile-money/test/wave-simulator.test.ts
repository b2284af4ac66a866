import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantOf, type RawNotification } from '@vehicle-insurance/core';
import { waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { waveSimulator, type Simulator } from '@vehicle-insurance/simulators';
import {
  describeContract,
  freshId,
  mobileMoneyContract,
  scriptedServer,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { notificationsAbout, payerConfirms, payerFails, PAYERS } from './simulated-payers.ts';

/** A row of Wave's statement, as far as it is read here. */
interface Row {
  readonly client_reference: string;
  readonly amount: string;
  readonly fee: string;
}

/** What `processing` means and how notifications are proved is configuration: the contract holds in every case. */
for (const [idleSaysProcessing, notificationAuth] of [
  [true, 'signature'],
  [false, 'signature'],
  [true, 'secret'],
] as const)
  describe(`waveMobileMoney against the simulator, where idle sessions ${idleSaysProcessing ? 'may' : 'never'} say processing, and notifications carry a ${notificationAuth}`, () => {
    let now = new Date('2026-01-15T09:00:00.000Z');
    const secret = 'the-secret-of-the-notifications';
    let dataDir: string;
    let receiver: ScriptedServer;
    let simulator: Simulator;
    let mobileMoney: MobileMoneyGateway;

    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'wave-'));
      receiver = await scriptedServer();
      const notifications = { url: receiver.url, secret };
      const options = {
        host: '127.0.0.1',
        port: 0,
        dataDir,
        now: () => now,
        apiKey: 'wave_sn_prod_test',
        notifications,
        notificationAuth,
      };
      simulator = await waveSimulator(options);
      mobileMoney = waveMobileMoney({
        baseUrl: `${simulator.url}/`,
        apiKey: 'wave_sn_prod_test',
        notificationSecrets: ['a-newer-secret', secret],
        returnUrls: { success: 'https://example.com/success', error: 'https://example.com/error' },
        idleSaysProcessing,
        notificationAuth,
      });
    });

    after(async () => {
      await mobileMoney.close();
      await simulator.close();
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const signed = (body: Uint8Array): RawNotification => {
      if (notificationAuth === 'secret') return { headers: { authorization: `Bearer ${secret}` }, body };
      const timestamp = String(now.getTime() / 1000);
      const made = createHmac('sha256', secret).update(timestamp).update(body).digest('hex');
      return { headers: { 'wave-signature': `t=${timestamp},v1=${made}` }, body };
    };

    const asked = async (path: string): Promise<unknown> =>
      (await fetch(`${simulator.url}${path}`, { headers: { authorization: 'Bearer wave_sn_prod_test' } })).json();

    /** What the account's statement says of a session: its payment, and what went back of it. */
    const rowsOfToday = async (id: string): Promise<readonly Row[]> => {
      const session = (await asked(`/v1/checkout/sessions/${id}`)) as Pick<Row, 'client_reference'>;
      const { items } = (await asked(`/v1/transactions?date=${now.toISOString().slice(0, 10)}`)) as {
        readonly items: readonly Row[];
      };
      return items.filter((row) => row.client_reference === session.client_reference);
    };

    describeContract(mobileMoneyContract, 'Wave', () => ({
      mobileMoney,
      clock: { now: () => instantOf(now.toISOString()) },
      requestThatIs: (kind) => ({ reference: freshId(), amount: 121_428, payer: PAYERS[kind] }),
      payerConfirms,
      payerFails,
      givenBack: async ({ id }) => {
        const [paid, ...rows] = await rowsOfToday(id);
        return paid === undefined ? 0 : rows.reduce((sum, { amount, fee }) => sum - Number(amount) - Number(fee), 0);
      },
      debitEnds: async () => {
        now = new Date(now.getTime() + 3 * 60_000);
      },
      notificationsAbout: ({ id }) => notificationsAbout(simulator, receiver, id),
      signed,
    }));
  });
