import { createHmac } from 'node:crypto';
import { instantOf, type RawNotification } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { expect } from 'chai';

const SECRET = 'the-secret';
const NOW = instantOf('2026-01-15T09:00:00.000Z');
const REFERENCE = '01981c2e-6400-7a10-8c01-000000000001';

/** In the order of CinetPay's signature. */
const FORM = {
  ...{ cpm_site_id: '445160', cpm_trans_id: REFERENCE, cpm_trans_date: '2026-01-15 09:00:00', cpm_amount: '104630' },
  ...{ cpm_currency: 'XOF', signature: 'abc', payment_method: 'OM', cel_phone_num: '0701020304' },
  ...{ cpm_phone_prefixe: '225', cpm_language: 'fr', cpm_version: 'V4', cpm_payment_config: 'SINGLE' },
  ...{ cpm_page_action: 'PAYMENT', cpm_custom: '', cpm_designation: 'Assurance automobile' },
  cpm_error_message: 'SUCCES',
};

const tokenOf = (form: Readonly<Record<string, string>>, secret = SECRET): string =>
  createHmac('sha256', secret).update(Object.values(form).join('')).digest('hex');

const notification = (body: string, token: string | undefined): RawNotification => ({
  headers: { 'x-token': token },
  body: new TextEncoder().encode(body),
});

const written = (form: Readonly<Record<string, string>>): string => new URLSearchParams(form).toString();

describe('a notification from CinetPay', () => {
  let gateway: MobileMoneyGateway;
  before(() => {
    gateway = cinetpayMobileMoney({
      baseUrl: 'https://api-checkout.cinetpay.com',
      apiKey: 'key',
      siteId: '445160',
      notificationSecrets: ['a-newer-secret', SECRET],
      notifyUrl: 'https://insurance.internal/notifications/cinetpay',
      returnUrl: 'https://example.com/back',
    });
  });
  after(() => gateway.close());
  const isAccepted = (one: RawNotification): boolean => gateway.verify(one, NOW).isOk();

  // Proves: cinetpay-notification
  it('is authenticated by the token over its fields, in CinetPay’s order and not in that of the form', () => {
    const hint = { reference: REFERENCE };
    const reversed = Object.fromEntries(Object.entries(FORM).reverse());
    for (const form of [FORM, reversed, { ...FORM, more: 'than was signed' }])
      expect(gateway.verify(notification(written(form), tokenOf(FORM)), NOW).unwrap()).to.deep.equal(hint);
  });

  it('is accepted with the token of either secret during a rotation, in upper or lower case', () => {
    expect(isAccepted(notification(written(FORM), tokenOf(FORM, 'a-newer-secret')))).to.equal(true);
    expect(isAccepted(notification(written(FORM), tokenOf(FORM).toUpperCase()))).to.equal(true);
    expect(isAccepted(notification(written(FORM), tokenOf(FORM, 'another')))).to.equal(false);
  });

  it('is refused if one of its fields was changed or removed', () => {
    for (const [name, value] of Object.entries(FORM)) {
      // An empty field adds nothing to the signed text.
      if (value === '') continue;
      const { [name]: _, ...others }: Readonly<Record<string, string>> = FORM;
      for (const form of [{ ...FORM, [name]: `${value}0` }, others])
        expect(isAccepted(notification(written(form), tokenOf(FORM))), name).to.equal(false);
    }
  });

  it('is refused without its token, or with a part of it', () => {
    for (const token of [undefined, '', 'x', tokenOf(FORM).slice(1), tokenOf(FORM).slice(0, 32), `${tokenOf(FORM)}0`])
      expect(isAccepted(notification(written(FORM), token))).to.equal(false);
  });

  it('is refused for another site, even if it is signed', () => {
    const other = { ...FORM, cpm_site_id: '1' };
    expect(isAccepted(notification(written(other), tokenOf(other)))).to.equal(false);
  });

  it('is refused if a field occurs twice but is signed once', () => {
    expect(isAccepted(notification(`${written(FORM)}&cpm_trans_id=another`, tokenOf(FORM)))).to.equal(false);
  });

  it('is refused if its text is not UTF-8, even if the decoded text is signed', () => {
    const form = { ...FORM, cpm_custom: '\ufffd' };
    const body = Buffer.from(written(form).replaceAll('%EF%BF%BD', '\u0001'));
    for (const [at, byte] of body.entries()) if (byte === 1) body[at] = 0xff;
    const raw = { headers: { 'x-token': tokenOf(form) }, body: new Uint8Array(body) };
    expect(isAccepted(raw)).to.equal(false);
  });

  it('is refused if it is not a form', () => {
    for (const body of ['', '{}', JSON.stringify(FORM), '%E0%A4%A', '&&&==='])
      expect(isAccepted(notification(body, createHmac('sha256', SECRET).update('').digest('hex')))).to.equal(false);
  });
});
