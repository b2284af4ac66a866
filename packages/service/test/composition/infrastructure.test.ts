import { clockAt, collectedErrors, fakeMobileMoney, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { foundationModule } from '../../src/composition/foundation.module.ts';
import { configuredInfrastructure } from '../../src/composition/infrastructure.ts';
import { mobileMoneyGateways, providersOf, refuseWithout } from '../../src/composition/mobile-money.ts';
import { paperOptions } from '../../src/composition/paper-options.ts';
import { wiring } from '../../src/composition/wiring.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { severalFoldersWarning } from '../../src/system/data-folder.ts';
import { PRODUCTION } from '../configuration/production-values.ts';

const WHOLE = {
  ...{ ...PRODUCTION, BASE_URL: 'https://insurance.internal/api/', CONSOLE_URL: 'https://console.internal/' },
  ...{ SCHEDULER_STORE: 'postgres://jobs@db/jobs?sslmode=verify-full', AUTHORITY_URL: 'https://asaci.internal:8443/a' },
  ...{ WAVE_NOTIFICATION_AUTH: 'secret', WAVE_REQUEST_SECRET: 'req_8Kq2x', WAVE_IDLE_SAYS_PROCESSING: 'false' },
  ...{ MOBILE_MONEY: 'cinetpay', CINETPAY_URL: 'https://cinetpay.internal', CINETPAY_SITE_ID: '445160' },
  ...{ CINETPAY_API_KEY: '8412T7uE2kPq9', CINETPAY_NOTIFICATION_SECRETS: '771T7uE2kPq9, 1dSecr3t' },
  CINETPAY_RETURN_URL: 'https://pages.internal/back',
  ...{ FEE_BASIS_POINTS: '150', FEE_FIXED: '30', FEE_MINIMUM: '4', FEE_MAXIMUM: '9000', FEE_STEP: '5' },
  ...{ WAVE_MERCHANT_BASIS_POINTS: '100', CINETPAY_MERCHANT_BASIS_POINTS: '250', RATE_LIMIT_QUOTE: '7' },
  ...{ QUOTE_HORIZON: '90', EVENT_DAYS: '40', TIME_ZONE: 'Africa/Lagos', POLICY_NUMBER_FORMAT: '{company}-{ordinal}' },
};

describe('a configured deployment', () => {
  const configured = async (environment: Readonly<Record<string, string>>) => {
    const configuration = readConfiguration(environment).unwrap();
    const infrastructure = configuredInfrastructure(configuration);
    const foundation = foundationModule({ configuration, infrastructure, errorReporter: collectedErrors() });
    return { configuration, infrastructure, bound: (await wiring().load(foundation).open()).bound };
  };

  it('has each configured value in its own place', async () => {
    const { infrastructure, bound } = await configured(WHOLE);
    expect(infrastructure).to.deep.include({
      ...{ baseUrl: 'https://insurance.internal/api', consoleUrl: 'https://console.internal', isOnlyProcess: false },
      ...{ databaseUrl: WHOLE.DATABASE_URL, schedulerStore: WHOLE.SCHEDULER_STORE },
      ...{ linkSecret: WHOLE.LINK_SECRET, proofKey: WHOLE.PROOF_KEY },
      wave: {
        ...{ url: WHOLE.WAVE_URL, apiKey: WHOLE.WAVE_API_KEY, requestSecret: 'req_8Kq2x', idleSaysProcessing: false },
        ...{ notificationSecrets: ['wave_ci_WHS_n3w9', 'wave_ci_WHS_0ld5'], notificationAuth: 'secret' },
        ...{ successUrl: WHOLE.WAVE_SUCCESS_URL, errorUrl: WHOLE.WAVE_ERROR_URL },
      },
      cinetpay: {
        ...{ url: 'https://cinetpay.internal', apiKey: '8412T7uE2kPq9', siteId: '445160' },
        ...{ notificationSecrets: ['771T7uE2kPq9', '1dSecr3t'], returnUrl: 'https://pages.internal/back' },
      },
      authority: {
        ...{ url: 'https://asaci.internal:8443/a', hosts: ['asaci.internal:8443'] },
        credentials: { applicant: 'D', access: '48-2093', company: 'C', intermediary: 'I' },
      },
    });
    expect(bound).to.deep.include({
      ...{ environment: 'live', zone: 'Africa/Lagos', quoteHorizon: 90, eventDays: 40 },
      ...{ insuranceCompany: 'Assurances de la Lagune', policyNumberFormat: '{company}-{ordinal}' },
      ...{ merchantFees: { wave: 100, cinetpay: 250 }, openingLimits: { perQuote: 7, perPayer: 20 } },
      fees: { basisPoints: 150, fixed: 30, minimum: 4, maximum: 9_000, step: 5 },
    });
  });

  // Proves: 429-openings
  it('uses defaults for what is absent, and limits the payments of a payer everywhere but in a sandbox', async () => {
    const { infrastructure, bound } = await configured({ ...PRODUCTION, ENVIRONMENT: 'staging', FEE_MAXIMUM: '0' });
    expect(infrastructure).to.include({ schedulerStore: PRODUCTION.DATABASE_URL, cinetpay: undefined });
    expect(bound).to.deep.include({ environment: 'test', merchantFees: {} });
    expect([bound.fees.maximum, bound.openingLimits]).to.deep.equal([0, { perQuote: 10, perPayer: 20 }]);
    const sandbox = foundationModule({
      ...{ configuration: readConfiguration({}).unwrap(), infrastructure, errorReporter: collectedErrors() },
    });
    expect((await wiring().load(sandbox).open()).bound.openingLimits.perPayer).to.equal(undefined);
  });

  it('opens payments with the configured provider, and queries payments of the other provider too', async () => {
    const { configuration, infrastructure } = await configured(WHOLE);
    const gateways = mobileMoneyGateways(configuration, infrastructure);
    const { opening, named, has } = providersOf(gateways);
    expect(opening.provider).to.equal('cinetpay');
    expect(named('wave').capabilities).to.include({ debits: 'reported', notifications: 'secret' });
    expect([has('wave'), has('cinetpay'), has('other')]).to.deep.equal([true, true, false]);
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  it('does not start with a gateway without a search that does not declare how long its pages can be paid', async () => {
    const { configuration, infrastructure } = await configured(WHOLE);
    const start = (search: unknown) => () =>
      mobileMoneyGateways(configuration, {
        ...infrastructure,
        adapters: { providers: [fakeMobileMoney({ clock, name: 'own', capabilities: { search: search as true } })] },
      });
    const clock = clockAt(SOME_MORNING);
    for (const search of [undefined, false, {}, { lifeMinutes: Number.NaN }, { lifeMinutes: 0 }])
      expect(start(search)).to.throw(/^The gateway own .* `search: \{ lifeMinutes \}`/);
    for (const search of [true, { lifeMinutes: 20 }]) expect(start(search)).to.not.throw();
  });

  // Proves: payment-keeps-provider
  it('does not start without a provider that one of its payments or refunds still needs', () => {
    const cinetpay = fakeMobileMoney({ clock: clockAt(SOME_MORNING), name: 'cinetpay' });
    expect(() => refuseWithout(['cinetpay', 'wave'], [cinetpay])).to.throw(
      /opened with wave still .* Set WAVE_… again/,
    );
    expect(() => refuseWithout(['wave', 'orange_money'], [cinetpay])).to.throw(
      /Set WAVE_… and pass the gateway orange_money to createService again/,
    );
    for (const needed of [['cinetpay'], []]) refuseWithout(needed, [cinetpay]);
  });

  // Proves: specimens-marked
  it('marks papers as specimens everywhere except in production', () => {
    for (const ENVIRONMENT of ['sandbox', 'staging', 'production'] as const)
      expect(paperOptions({ ENVIRONMENT, TIME_ZONE: 'Africa/Lagos' })).to.deep.equal({
        ...{ zone: 'Africa/Lagos', specimen: ENVIRONMENT !== 'production' },
      });
  });

  // Proves: documents-in-one-folder
  it('warns if several processes need the same folder of documents, but not of one process or a bucket', () => {
    const folder = { STORAGE: 'filesystem', DATA_DIR: '/var/lib/vehicle-insurance' } as const;
    for (const ROLE of ['api', 'worker'] as const)
      expect(severalFoldersWarning({ ...folder, ROLE }))
        .to.contain(`${folder.DATA_DIR}: every other process must use the same folder`)
        .and.to.contain('STORAGE=s3');
    expect(severalFoldersWarning({ ...folder, ROLE: 'both' })).to.equal(undefined);
    expect(severalFoldersWarning({ ...folder, STORAGE: 's3', ROLE: 'api' })).to.equal(undefined);
  });
});
