import { expect } from 'chai';
import { readConfiguration } from '../src/configuration/read-configuration.ts';

const complaints = (environment: Record<string, string>): readonly string[] =>
  readConfiguration(environment).unwrapErr();

const PRODUCTION = {
  ENVIRONMENT: 'production',
  BASE_URL: 'https://insurance.example',
  DATABASE_URL: 'postgres://service@db/insurance',
  LINK_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  WAVE_URL: 'https://api.wave.com',
  WAVE_API_KEY: 'wave_ci_prod_key',
  WAVE_NOTIFICATION_SECRETS: 'new,old',
  WAVE_SUCCESS_URL: 'https://insurance.example/paid',
  WAVE_ERROR_URL: 'https://insurance.example/not-paid',
  AUTHORITY_URL: 'https://authority.example',
  AUTHORITY_APPLICANT_CODE: 'D',
  AUTHORITY_INTERMEDIARY_CODE: 'I',
  AUTHORITY_COMPANY_CODE: 'C',
  AUTHORITY_ACCESS_CODE: 'A',
  INSURANCE_COMPANY: 'Example Assurances',
};

describe('configuration', () => {
  it('needs nothing in the sandbox', () => {
    const variables = readConfiguration({}).unwrap();
    expect(variables).to.include({ ENVIRONMENT: 'sandbox', ROLE: 'both', PORT: 3000, TIME_ZONE: 'Africa/Abidjan' });
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readConfiguration({ PORT: '', ROLE: '' }).unwrap()).to.include({ PORT: 3000, ROLE: 'both' });
  });

  it('takes a whole production configuration', () => {
    expect(readConfiguration(PRODUCTION).unwrap()).to.include({ ENVIRONMENT: 'production' });
  });

  it('names every wrong variable at once', () => {
    const said = complaints({ PORT: 'eighty', ROLE: 'boss', LINK_SECRET: 'short', FEE_STEP: '0' });
    expect(said).to.have.length(4);
    expect(said.join('\n')).to.match(/PORT must be a whole number/);
    expect(said.join('\n')).to.match(/ROLE must be one of api, worker, both/);
    expect(said.join('\n')).to.match(/LINK_SECRET must have at least 32 characters/);
    expect(said.join('\n')).to.match(/FEE_STEP must be >= 1/);
  });

  it('names everything production lacks', () => {
    const said = complaints({ ENVIRONMENT: 'production' }).join('\n');
    for (const name of Object.keys(PRODUCTION).filter((each) => each !== 'ENVIRONMENT'))
      expect(said).to.contain(`${name} is missing`);
  });

  for (const name of ['BASE_URL', 'WAVE_URL', 'WAVE_SUCCESS_URL', 'WAVE_ERROR_URL', 'AUTHORITY_URL']) {
    it(`refuses ${name} over plain http in production`, () => {
      expect(complaints({ ...PRODUCTION, [name]: 'http://127.0.0.1:4000' })).to.deep.equal([
        `${name} must be an https:// address in production: nothing secret travels in the clear.`,
      ]);
    });
  }

  it('refuses what could not work', () => {
    expect(complaints({ TIME_ZONE: 'Abidjan' })[0]).to.match(/^TIME_ZONE/);
    expect(complaints({ POLICY_NUMBER_FORMAT: 'VI-{ordinal}' })[0]).to.match(/^POLICY_NUMBER_FORMAT/);
    expect(complaints({ DATABASE_URL: 'mysql://db' })[0]).to.match(/^DATABASE_URL/);
    expect(complaints({ SCHEDULER_STORE: 'redis://db' })[0]).to.match(/^SCHEDULER_STORE/);
  });
});
