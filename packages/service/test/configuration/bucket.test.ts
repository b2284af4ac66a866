import { collectedErrors, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { storageOf } from '../../src/composition/documents.ts';
import type { Infrastructure } from '../../src/composition/infrastructure.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { complaints, PRODUCTION } from './production-values.ts';

const S3 = { STORAGE: 's3', S3_BUCKET: 'papers', S3_REGION: 'af-south-1' };
const KEYS = { S3_ACCESS_KEY_ID: 'AKIAVQ7T2ZKD', S3_SECRET_ACCESS_KEY: 'pYw0Jt3mXq7Rk9Zc4Vb8Nf2Hd6Ls1GaQ' };

/** No infrastructure is needed for a bucket. */
const NOWHERE = {} as Infrastructure;

describe('the configuration of a bucket', () => {
  it('is accepted if it is complete, with or without keys', () => {
    const whole = { ...PRODUCTION, ...S3, ...KEYS, S3_ENCRYPTION: 'aws:kms', S3_KMS_KEY: 'alias/papers' };
    expect(complaints(whole)).to.deep.equal([]);
    expect(complaints({ ...PRODUCTION, ...S3 })).to.deep.equal([]);
    const within = { S3_ENDPOINT: 'https://s3:9000', S3_PUBLIC_ENDPOINT: 'https://papers.internal' };
    expect(complaints({ ...PRODUCTION, ...S3, ...within })).to.deep.equal([]);
  });

  it('is refused with the variable’s name if it is invalid', () => {
    const wrong: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ STORAGE: 's3' }, /^S3_BUCKET is missing: /],
      [{ ...PRODUCTION, STORAGE: 's3' }, /^S3_BUCKET is missing\. /],
      [{ S3_BUCKET: 'papers' }, /^S3_BUCKET is set, but STORAGE is not s3/],
      [{ ...S3, S3_ACCESS_KEY_ID: 'AKIAVQ7T2ZKD' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together/],
      [{ ...S3, S3_KMS_KEY: 'alias/papers' }, /^S3_KMS_KEY requires S3_ENCRYPTION=aws:kms/],
      [{ ...S3, S3_ENCRYPTION: 'rot13' }, /^S3_ENCRYPTION must be one of none, AES256, aws:kms\.$/],
      [{ ...S3, S3_ENDPOINT: 'objects.internal' }, /^S3_ENDPOINT must look like /],
      [{ ...PRODUCTION, ...S3, S3_PUBLIC_ENDPOINT: 'http://objects.internal' }, /^S3_PUBLIC_ENDPOINT must be an https/],
      [{ ...PRODUCTION, ...S3, ...KEYS, S3_SECRET_ACCESS_KEY: 'changeme' }, /^S3_SECRET_ACCESS_KEY is an example/],
      [{ ...PRODUCTION, ...S3, ...KEYS, S3_ACCESS_KEY_ID: 'AKIAVQ7T2EXAMPLE' }, /^S3_ACCESS_KEY_ID is an example/],
      [{ ...PRODUCTION, ...S3, S3_ENDPOINT: 'https://s3:9000' }, /^S3_PUBLIC_ENDPOINT is missing: /],
      [{ ...PRODUCTION, ...S3, S3_ENDPOINT: 'http://s3.ci', S3_TLS: 'off' }, /^S3_PUBLIC_ENDPOINT is missing: /],
      [{ ...PRODUCTION, ...S3, S3_PUBLIC_ENDPOINT: 'https://localhost:9000' }, /^S3_PUBLIC_ENDPOINT must be an addr/],
    ];
    for (const [environment, complaint] of wrong) {
      const said = complaints(environment);
      expect(said, complaint.source).to.have.length(1);
      expect(said[0]).to.match(complaint);
    }
  });
});

describe('a configured bucket', () => {
  it('signs links below its folder, at the address for callers, with its keys and region', async () => {
    const addresses = { S3_ENDPOINT: 'https://s3:9000', S3_PUBLIC_ENDPOINT: 'https://papers.example' };
    const environment = { ...S3, ...KEYS, ...addresses, S3_PATH_STYLE: 'true', S3_PREFIX: 'insurance' };
    const storage = await storageOf(readConfiguration(environment).unwrap(), NOWHERE, collectedErrors());
    const link = new URL(await storage.documents.link('a/b'));
    await storage.close();
    expect(link.href).to.match(/^https:\/\/papers\.example\/papers\/insurance\/a\/b\?/);
    expect(link.searchParams.get('X-Amz-Credential')).to.match(/^AKIAVQ7T2ZKD\/\d+\/af-south-1\/s3\//);
  });
});

describe('a service whose bucket cannot be used', () => {
  let server: ScriptedServer;
  before(async () => {
    server = await scriptedServer();
  });
  after(() => server.close());

  const refusal = async (status: number, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    server.answer((response) => response.writeHead(status, headers).end());
    return startFailure();
  };
  const startFailure = async (): Promise<string> => {
    const encryption = { S3_ENCRYPTION: 'aws:kms', S3_KMS_KEY: 'alias/papers' };
    const environment = { ...S3, ...KEYS, ...encryption, S3_ENDPOINT: server.url, S3_PATH_STYLE: 'true' };
    const storage = await storageOf(readConfiguration(environment).unwrap(), NOWHERE, collectedErrors());
    const why: unknown = await storage.check().catch((cause: unknown) => cause);
    await storage.close();
    return why instanceof Error ? why.message : 'nothing was refused';
  };

  // Proves: bucket-checked-at-start
  it('explains at startup what to do', async () => {
    expect(await refusal(404)).to.match(/^There is no bucket papers at http.* Create it, or correct S3_BUCKET\./);
    expect(await refusal(403)).to.match(/denies access to the bucket papers\. Check S3_ACCESS_KEY_ID/);
    expect(await refusal(301, { 'x-amz-bucket-region': 'eu-west-3' })).to.match(
      /^The bucket papers is not in af-south-1\. Set S3_REGION to eu-west-3\./,
    );
    expect(await refusal(500)).to.match(/cannot be reached\. Check S3_ENDPOINT.*S3_PATH_STYLE/);
  });

  it('explains what to do if documents can be read but not stored', async () => {
    server.answer((response, { method }) => response.writeHead(method === 'PUT' ? 403 : 200).end());
    expect(await startFailure()).to.match(/^The bucket papers exists, but .* S3_ENCRYPTION/);
    const put = server.asked.findLast(({ method }) => method === 'PUT');
    expect(put?.headers).to.include({ 'x-amz-server-side-encryption-aws-kms-key-id': 'alias/papers' });
  });
});
