import { cut, json, scriptedServer, silence } from '@vehicle-insurance/testkit';

/** How the fake treats a request to pay. */
export type WalletScript = 'refused' | 'answer lost' | 'then silent' | 'slow debit';

interface Prompt {
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  reason?: string;
  readonly amount: string;
  readonly currency: string;
  readonly payer: unknown;
  readonly script: WalletScript | undefined;
}

/** The HTTP of MTN MoMo's RequestToPay, with controls for its payers. */
export const fakeWallet = async () => {
  const server = await scriptedServer();
  const prompts = new Map<string, Prompt>();
  /** The treatment of the next request for an amount. */
  const scripts = new Map<string, WalletScript>();

  server.answer((response, { method, url, headers, body }) => {
    if (headers['ocp-apim-subscription-key'] !== 'subscription') return json(401, { statusCode: 401 })(response);
    if (url === '/collection/token/') {
      const isOurs = headers.authorization === `Basic ${Buffer.from('user:api-key').toString('base64')}`;
      if (!isOurs) return json(401, { error: 'login_failed' })(response);
      return json(200, { access_token: 'access', token_type: 'access_token', expires_in: 3_600 })(response);
    }
    const isKnown = headers.authorization === 'Bearer access' && headers['x-target-environment'] === 'sandbox';
    if (!isKnown) return json(401, {})(response);
    if (method === 'POST') {
      const id = String(headers['x-reference-id']);
      const { amount, currency, payer } = JSON.parse(body) as Pick<Prompt, 'amount' | 'currency' | 'payer'>;
      const script = scripts.get(amount);
      scripts.delete(amount);
      if (script === 'refused' || currency !== 'EUR') return json(400, { message: 'refused' })(response);
      if (prompts.has(id)) return json(409, { code: 'RESOURCE_ALREADY_EXIST' })(response);
      prompts.set(id, { status: 'PENDING', amount, currency, payer, script });
      if (script === 'answer lost') return cut(response);
      response.writeHead(202).end();
      return;
    }
    const prompt = prompts.get(url.split('/').at(-1) ?? '');
    if (prompt?.script === 'then silent') return silence();
    if (!prompt) return json(404, { code: 'RESOURCE_NOT_FOUND' })(response);
    const { script: _, ...shown } = prompt;
    return json(200, shown)(response);
  });

  const known = (id: string): Prompt => {
    const prompt = prompts.get(id);
    if (!prompt) throw new Error('no phone has this prompt');
    return prompt;
  };
  /** Ends a prompt that has not ended yet. */
  const end = (id: string, status: Prompt['status'], reason?: string): void => {
    const prompt = known(id);
    if (prompt.status === 'PENDING') Object.assign(prompt, { status, ...(reason !== undefined && { reason }) });
  };
  return {
    url: server.url,
    close: server.close,
    prompts: (): readonly string[] => [...prompts.keys()],
    script: (amount: number, script: WalletScript): void => void scripts.set(String(amount), script),
    /** The payer confirms the prompt. A slow debit is only begun. */
    confirm: (id: string): void => {
      if (known(id).script !== 'slow debit') end(id, 'SUCCESSFUL');
    },
    endDebit: (id: string): void => end(id, 'SUCCESSFUL'),
    fail: (id: string, reason: string): void => end(id, 'FAILED', reason),
  };
};

export type FakeWallet = Awaited<ReturnType<typeof fakeWallet>>;

/** The gateway's configuration at the fake. */
export const WALLET_ACCOUNT = {
  ...{ environment: 'sandbox', currency: 'EUR', apiUser: 'user', apiKey: 'api-key', subscriptionKey: 'subscription' },
  message: 'Assurance automobile',
} as const;
