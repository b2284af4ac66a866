import { cut, json, scriptedServer, silence } from '@vehicle-insurance/testkit';

/** How the fake treats an opening. */
export type OrangeScript = 'refused' | 'answer lost' | 'then silent' | 'slow debit';

interface Order {
  status: 'INITIATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'EXPIRED';
  readonly amount: number;
  readonly payToken: string;
  readonly script: OrangeScript | undefined;
}

/** The HTTP of Orange Money Web Payment, with controls for its payers. */
export const fakeOrange = async () => {
  const server = await scriptedServer();
  const orders = new Map<string, Order>();
  /** The treatment of the next opening of an amount. */
  const scripts = new Map<number, OrangeScript>();
  let tokens = 0;

  server.answer((response, { url, headers, body }) => {
    if (url === '/oauth/v3/token') {
      const isForm = body === 'grant_type=client_credentials';
      const isOurs = headers.authorization === `Basic ${Buffer.from('client:client-secret').toString('base64')}`;
      if (!isForm || !isOurs) return json(401, { error: 'invalid_client' })(response);
      tokens += 1;
      return json(200, { token_type: 'Bearer', access_token: `access-${tokens}`, expires_in: 7_776_000 })(response);
    }
    if (headers.authorization !== `Bearer access-${tokens}`) return json(401, { code: 42 })(response);
    const asked = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const id = String(asked['order_id']);
    if (url === '/orange-money-webpay/dev/v1/webpayment') {
      const script = scripts.get(Number(asked['amount']));
      scripts.delete(Number(asked['amount']));
      const isValid = asked['merchant_key'] === 'merchant' && asked['currency'] === 'OUV' && /^[a-z\d]{1,30}$/.test(id);
      if (script === 'refused' || !isValid || orders.has(id)) return json(400, { message: 'refused' })(response);
      const payToken = `v1${id}`;
      orders.set(id, { status: 'INITIATED', amount: Number(asked['amount']), payToken, script });
      if (script === 'answer lost') return cut(response);
      const page = `https://webpayment.example/${payToken}`;
      const opened = { status: 201, message: 'OK', pay_token: payToken, payment_url: page, notif_token: `n${id}` };
      return json(201, opened)(response);
    }
    const order = orders.get(id);
    if (order?.script === 'then silent') return silence();
    if (!order || order.amount !== asked['amount'] || order.payToken !== asked['pay_token'])
      return json(404, { message: 'not found' })(response);
    return json(201, { status: order.status, order_id: id, txnid: 'MP150709.1341.A00073' })(response);
  });

  /** The order of a session, which the page's address identifies for a payer. */
  const orderOf = (sessionId: string): Order => {
    const order = orders.get(sessionId.split('.')[0] ?? '');
    if (!order) throw new Error('Orange has no such order');
    return order;
  };
  return {
    url: server.url,
    close: server.close,
    orders: (): readonly Order[] => [...orders.values()],
    script: (amount: number, script: OrangeScript): void => void scripts.set(amount, script),
    /** The payer confirms on the page. A slow debit is only begun. */
    confirm: (sessionId: string): void => {
      const order = orderOf(sessionId);
      order.status = order.script === 'slow debit' ? 'PENDING' : 'SUCCESS';
    },
    /** Sets the status of the order with this session, or of the order whose page has this address. */
    set: (sessionIdOrPage: string, status: Order['status']): void => {
      const id = sessionIdOrPage.split('/v1').at(-1) ?? '';
      orderOf(id).status = status;
    },
    /** Invalidates the current token, as Orange does when it expires. */
    endToken: (): void => {
      tokens += 1;
    },
  };
};

export type FakeOrange = Awaited<ReturnType<typeof fakeOrange>>;

/** The gateway's configuration at the fake. */
export const ORANGE_ACCOUNT = {
  ...{ country: 'dev', currency: 'OUV', clientId: 'client', clientSecret: 'client-secret', merchantKey: 'merchant' },
  ...{ returnUrl: 'https://example.com/paid', cancelUrl: 'https://example.com/left' },
  ...{ notifyUrl: 'https://example.com/notified', shop: 'Assurances', pageMinutes: 20 },
} as const;
