import { createHmac } from 'node:crypto';
import { instantOf, type RawNotification } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';

const NOW = instantOf('2026-01-15T09:00:00.000Z');
const SECONDS = Date.parse(NOW) / 1000;
const REFUSED = { code: 'notification_refused' };

const EVENT = { id: 'EV_1', type: 'checkout.session.completed', data: { id: 'cos-1', client_reference: 'payment-1' } };

const sign = (secret: string, at: number | string, body: Buffer): string =>
  createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(String(at)), body]))
    .digest('hex');

const notification = (header: string | undefined, body: Buffer): RawNotification => ({
  headers: header === undefined ? {} : { 'wave-signature': header },
  body,
});

const RETURN_URLS = { success: 'https://example.com/ok', error: 'https://example.com/ko' };

describe('a notification from Wave', () => {
  const gateway = (notificationAuth: 'signature' | 'secret'): MobileMoneyGateway =>
    waveMobileMoney({
      ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', returnUrls: RETURN_URLS, notificationAuth },
      notificationSecrets: ['old-secret', 'new-secret'],
    });
  let bySignature: MobileMoneyGateway;
  let bySecret: MobileMoneyGateway;
  before(() => {
    [bySignature, bySecret] = [gateway('signature'), gateway('secret')];
  });
  after(() => Promise.all([bySignature.close(), bySecret.close()]));

  const verify = (raw: RawNotification) => bySignature.verify(raw, NOW);
  const signedBytes = (body: Buffer, at: number | string = SECONDS, secret = 'new-secret') =>
    notification(`t=${at},v1=${sign(secret, at, body)}`, body);
  const signed = (event: unknown, at = SECONDS, secret = 'new-secret') =>
    signedBytes(Buffer.from(JSON.stringify(event)), at, secret);

  it('contains the reference of its payment, also of a failed attempt, signed with either secret', () => {
    const failed = { ...EVENT, type: 'checkout.session.payment_failed' };
    for (const each of [signed(EVENT), signed(failed), signed(EVENT, SECONDS, 'old-secret')])
      expect(verify(each).unwrap()).to.deep.equal({ reference: 'payment-1' });
  });

  it('is authenticated by any of its signatures', () => {
    const body = Buffer.from(JSON.stringify(EVENT));
    const good = sign('new-secret', SECONDS, body);
    const header = `t=${SECONDS},v1=${'0'.repeat(64)},v1=${good},v0=x`;
    expect(verify(notification(header, body)).isOk()).to.equal(true);
  });

  it('is authenticated by its bytes, with any content', () => {
    const body = Buffer.from(`{"type" : "checkout.session.completed", "data":{"client_reference":"é","id":"cos-1"}}\n`);
    expect(verify(signedBytes(body)).unwrap()?.reference).to.equal('é');
    expect(verify(signed({ ...EVENT, more: 'x'.repeat(100_000) })).isOk(), 'to the last one').to.equal(true);
  });

  it('is accepted and ignored if it is about anything else', () => {
    expect(verify(signed({ ...EVENT, type: 'merchant.payment_received' })).unwrap()).to.equal(null);
  });

  // Proves: notification-is-a-hint
  it('is accepted up to five minutes after its time, and a minute before', () => {
    for (const at of [SECONDS - 300, SECONDS, SECONDS + 60])
      expect(verify(signed(EVENT, at)).isOk(), String(at)).to.equal(true);
    for (const at of [SECONDS - 301, SECONDS + 61, 0])
      expect(verify(signed(EVENT, at)).unwrapErr()).to.deep.equal(REFUSED);
  });

  // Proves: notification-is-a-hint
  it('is refused if Wave did not sign it, or it was changed', () => {
    const { body, headers } = signed(EVENT);
    const header = headers['wave-signature'] ?? '';
    const changed = Buffer.concat([body, Buffer.from(' ')]);
    const forged = [
      notification(undefined, Buffer.from(body)),
      notification('', Buffer.from(body)),
      notification(header, changed),
      notification(header.toUpperCase(), Buffer.from(body)),
      notification(header.replace('v1=', 'v2='), Buffer.from(body)),
      notification(header.slice(0, -1), Buffer.from(body)),
      notification(header.replace(/t=\d+/, 't=now'), Buffer.from(body)),
      notification(header.replace(/t=\d+,/, ''), Buffer.from(body)),
      notification(`t=${SECONDS + 1},${header}`, Buffer.from(body)),
      signed(EVENT, SECONDS, ''),
      signed(EVENT, SECONDS, 'another secret'),
    ];
    for (const each of forged) expect(verify(each).unwrapErr()).to.deep.equal(REFUSED);
  });

  it('is refused if its time is missing, repeated or not a number, even if it is signed', () => {
    const body = Buffer.from(JSON.stringify(EVENT));
    const over = (timestamp: string) => `v1=${sign('new-secret', timestamp, body)}`;
    const now = String(SECONDS);
    for (const header of [
      over(''),
      over('undefined'),
      `t=${now},t=${now},${over(now)}`,
      `t=${now}.0,${over(`${now}.0`)}`,
      `t= ${now},${over(` ${now}`)}`,
      `t=+${now},${over(`+${now}`)}`,
      `t=${now}e0,${over(`${now}e0`)}`,
    ])
      expect(verify(notification(header, body)).isOk(), header).to.equal(false);
  });

  it('is refused if it is unreadable, even if it is signed', () => {
    const notUtf8 = Buffer.concat([Buffer.from('{"type":"'), Buffer.of(0xff), Buffer.from('","data":{}}')]);
    for (const body of [notUtf8, ...['', 'no JSON', '[]', 'null', '{"data":{}}'].map((text) => Buffer.from(text))])
      expect(verify(signedBytes(body)).unwrapErr()).to.deep.equal(REFUSED);
  });

  it('names no payment if it has no reference', () => {
    expect(verify(signed({ type: 'checkout.session.completed', data: { id: 'cos-1' } })).unwrap()).to.equal(null);
  });

  const bearing = (authorization: string | undefined, body = JSON.stringify(EVENT)): RawNotification => ({
    headers: { authorization },
    body: Buffer.from(body),
  });

  it('is accepted with any of the secrets', () => {
    expect(bySecret.capabilities.notifications).to.equal('secret');
    for (const header of ['Bearer new-secret', 'Bearer old-secret', 'bearer new-secret', 'BEARER  new-secret'])
      expect(bySecret.verify(bearing(header), NOW).unwrap(), header).to.deep.equal({ reference: 'payment-1' });
  });

  it('is refused without one of the exact secrets, or with a body that is not an event', () => {
    const refused = [undefined, '', 'Bearer', 'Bearer ', 'new-secret', 'Basic new-secret', 'Bearer new-secre'];
    refused.push('Bearer new-secret2', 'Bearer NEW-SECRET', 'Bearer old-secret,new-secret', 'Bearer Bearer new-secret');
    for (const header of refused)
      expect(bySecret.verify(bearing(header), NOW).unwrapErr(), String(header)).to.deep.equal(REFUSED);
    for (const garbage of ['', '{}', 'null', '[]'])
      expect(bySecret.verify(bearing('Bearer new-secret', garbage), NOW).unwrapErr()).to.deep.equal(REFUSED);
  });

  it('is refused with a secret if a signature is configured, and with a signature if a secret is configured', () => {
    expect(verify(bearing('Bearer new-secret')).unwrapErr()).to.deep.equal(REFUSED);
    expect(bySecret.verify(signed(EVENT), NOW).unwrapErr()).to.deep.equal(REFUSED);
  });
});
