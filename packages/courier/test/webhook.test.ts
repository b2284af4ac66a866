import { expect } from 'chai';
import { Webhook as Verifier } from 'standardwebhooks';
import { openApiDocument } from '@vehicle-insurance/http';
import { attemptAt } from '../src/attempt.ts';
import { isSecret, newSecret, secretOf } from '../src/secret.ts';
import type { Sending } from '../src/sender.ts';
import type { Claimed } from '../src/store/settle.ts';
import type { Endpoint } from '../src/store/tables.ts';
import { signatureHeaders, webhookOf } from '../src/webhook.ts';
import { someEvent } from './some-event.ts';

interface Payload {
  readonly required: readonly string[];
  readonly properties: {
    readonly type: { readonly enum: readonly string[] };
    readonly data: { readonly required: readonly string[] };
  };
}

interface Described {
  readonly post: {
    readonly parameters: readonly { readonly name: string }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Payload } } };
  };
}

describe('a webhook', () => {
  it('contains only the change itself', () => {
    const { id, body } = webhookOf('e1', someEvent(57));
    expect(id).to.equal('msg_e1_57');
    expect(JSON.parse(body)).to.deep.equal({
      type: 'payment.succeeded',
      timestamp: '2026-03-02T09:31:12.000Z',
      data: {
        position: 57,
        vehicleId: null,
        quoteId: '019a2f70-11aa-7c32-8d5e-6f708192a3b4',
        paymentId: '019a2f72-5b44-7e10-a1b2-c3d4e5f60718',
        contractId: null,
      },
    });
  });

  it('matches the OpenAPI document for every type of event', () => {
    const { webhooks } = openApiDocument() as unknown as { webhooks: Record<string, Described> };
    expect(Object.keys(webhooks)).to.have.length.greaterThan(15);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const webhook = webhookOf('e1', someEvent(57, { type: type }));
      const body = JSON.parse(webhook.body) as { readonly data: object };
      const { properties, required } = post.requestBody.content['application/json'].schema;
      expect(Object.keys(body), type).to.have.members(required);
      expect(Object.keys(body.data), type).to.have.members(properties.data.required);
      expect(body, type).to.have.property('type', properties.type.enum[0]);
      const headers = Object.keys(signatureHeaders(webhook, [newSecret()], new Date()));
      expect(post.parameters.map(({ name }) => name)).to.deep.equal(headers);
    }
  });

  // Proves: webhooks-signed
  it('can be verified with either of two secrets, and with no other', async () => {
    const [old, next] = [newSecret(), newSecret()];
    const webhook = webhookOf('e1', someEvent(57));
    const sent: Sending[] = [];
    const send = async (sending: Sending) => (sent.push(sending), { status: 204, answer: '' });
    await attemptAt(
      { address: 'https://alpha.example', secrets: [old, next] } as Endpoint,
      { webhook_id: webhook.id, body: webhook.body } as Claimed,
      { sender: { send, close: async () => undefined }, retry: () => undefined },
    );
    const headers = { ...sent[0]?.headers };
    for (const secret of [old, next])
      expect(new Verifier(secret).verify(webhook.body, headers)).to.have.property('type', 'payment.succeeded');
    expect(() => new Verifier(newSecret()).verify(webhook.body, headers)).to.throw('No matching signature');
    expect(() => new Verifier(old).verify(webhook.body.replace('57', '58'), headers)).to.throw('No matching signature');
  });

  it('has the time of its attempt, so that an old one is not accepted again', () => {
    const secret = newSecret();
    const webhook = webhookOf('e1', someEvent(57));
    const headers = signatureHeaders(webhook, [secret], new Date(Date.now() - 10 * 60_000));
    expect(() => new Verifier(secret).verify(webhook.body, headers)).to.throw('too old');
  });
});

describe('the secret of a webhook', () => {
  it('is whsec_ and 24 to 64 bytes in base64', () => {
    const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
    expect([24, 32, 64].map((bytes) => isSecret(of(bytes)))).to.deep.equal([true, true, true]);
    const wrong = [of(23), of(65), of(32).slice(6), `${of(32)}!`, 'whsec_', `whsec_${'é'.repeat(40)}`];
    expect(wrong.filter(isSecret)).to.deep.equal([]);
    expect(isSecret(newSecret())).to.equal(true);
  });

  it('for forwarding is always the same for a key, and different for another key', () => {
    expect(secretOf('a')).to.equal(secretOf('a')).and.not.to.equal(secretOf('b'));
    expect(isSecret(secretOf('a'))).to.equal(true);
  });
});
