import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import type { CinetPayConfig, WaveConfig } from '@vehicle-insurance/mobile-money';
import { scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';

/** A request to open a session; both providers accept the amount. */
export const REQUEST = {
  ...{ reference: '01981c2e-6400-7a10-8c01-000000000001', amount: 104_630, payer: '+2250701020304' },
};

export const SESSION = {
  ...{ id: 'cos-1', amount: '104630', currency: 'XOF', client_reference: REQUEST.reference },
  ...{ business_name: 'Awa Koné Assurances', restrict_payer_mobile: REQUEST.payer, checkout_status: 'open' },
  ...{ wave_launch_url: 'https://pay.wave.com/c/cos-1', last_payment_error: null },
  ...{ when_created: '2026-01-15T09:00:00Z', when_expires: '2026-01-15T09:30:00Z', when_completed: null },
};

export const CREATED = {
  ...{ code: '201', message: 'CREATED', description: 'Transaction created with success' },
  data: { payment_token: 'a-secret-token', payment_url: 'https://checkout.cinetpay.com/payment/a-secret-token' },
  api_response_id: '1663323067.7677',
};
export const ACCEPTED = {
  ...{ code: '00', message: 'SUCCES' },
  data: {
    ...{ amount: '104630', currency: 'XOF', status: 'ACCEPTED', payment_method: 'OM', metadata: null },
    ...{ description: 'Assurance automobile', operator_id: 'MP260115.0903.A76307' },
    payment_date: '2026-01-15 09:03:15',
  },
};

/** For silent servers only: on a busy machine, others would time out too. */
export const SHORT_TIMEOUTS = { timeouts: { open: 100, search: 100, others: 100 } };

/** Both gateways, connected to a scripted server. They are closed after the tests of the file. */
export const scriptedProviders = () => {
  let server: ScriptedServer;
  const opened: MobileMoneyGateway[] = [];
  before(async () => {
    server = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await server.close();
  });
  const kept = (made: MobileMoneyGateway): MobileMoneyGateway => {
    opened.push(made);
    return made;
  };
  return {
    server: (): ScriptedServer => server,
    wave: (over: Partial<WaveConfig> = {}) =>
      kept(
        waveMobileMoney({
          ...{ baseUrl: server.url, apiKey: 'key', notificationSecrets: ['secret'] },
          returnUrls: { success: 'https://example.com/ok', error: 'https://example.com/ko' },
          ...over,
        }),
      ),
    cinetpay: (over: Partial<CinetPayConfig> = {}) =>
      kept(
        cinetpayMobileMoney({
          ...{ baseUrl: server.url, apiKey: 'the-key', siteId: '445160', notificationSecrets: ['secret'] },
          notifyUrl: 'https://insurance.internal/notifications/cinetpay',
          returnUrl: 'https://example.com/back',
          ...over,
        }),
      ),
  };
};
