import { scriptedServer, silence, type ScriptedServer } from '@vehicle-insurance/testkit';
import { testBucket, type TestBucket } from '@vehicle-insurance/testkit/object-store';
import { expect } from 'chai';
import { s3Documents } from '../src/s3-documents.ts';
import type { S3Store } from '../src/s3-store.ts';

const soon = { connection: 200, attempt: 200, all: 500 };

describe('the check of a bucket', function () {
  this.timeout(60_000);
  let bucket: TestBucket;
  let hostile: ScriptedServer;
  const check = async (over: Partial<S3Store> = {}) => {
    const documents = s3Documents({ ...bucket, ...over });
    return documents.check().finally(() => documents.close());
  };
  const trouble = async (over: Partial<S3Store>) => (await check(over)).unwrapErr();
  const atScripted = async (status: number, headers: Readonly<Record<string, string>> = {}) => {
    hostile.answer((response) => response.writeHead(status, headers).end());
    return trouble({ endpoint: hostile.url });
  };

  before(async () => {
    bucket = await testBucket();
    hostile = await scriptedServer();
  });
  after(() => hostile.close());

  it('finds no problem with an existing bucket, and leaves nothing behind', async () => {
    expect((await check({ prefix: 'documents' })).isOk()).to.be.true;
    expect(await bucket.keys()).to.be.empty;
  });

  // Proves: bucket-checked-at-start
  it('reports that an existing bucket refuses documents, or stores them without the configured encryption', async () => {
    const refusing = (refused: string, status: number) => {
      hostile.answer((response, { method }) => response.writeHead(method === refused ? status : 200).end());
      return trouble({ endpoint: hostile.url, encryption: { method: 'aws:kms', keyId: 'no key' } });
    };
    for (const status of [403, 400, 501])
      expect((await refusing('PUT', status)).code, `PUT ${status}`).to.equal('nothing_kept');
    expect((await refusing('DELETE', 403)).code).to.equal('nothing_kept');
    expect((await refusing('PUT', 503)).code).to.equal('unreachable');
    const asked = hostile.asked.findLast(({ method }) => method === 'PUT');
    expect(asked?.headers['x-amz-server-side-encryption-aws-kms-key-id']).to.equal('no key');
  });

  it('reports a missing bucket, and a rejected access key', async () => {
    expect((await trouble({ bucket: 'nobody-made-this-one' })).code).to.equal('no_such_bucket');
    const credentials = { accessKeyId: 'STRANGER', secretAccessKey: 'unknown' };
    expect((await trouble({ credentials })).code).to.equal('access_denied');
  });

  it('reports the region of the bucket', async () => {
    for (const status of [301, 400, 403])
      expect(await atScripted(status, { 'x-amz-bucket-region': 'eu-west-3' }), String(status)).to.deep.include({
        code: 'wrong_region',
        region: 'eu-west-3',
      });
    expect(await atScripted(301)).to.deep.include({ code: 'wrong_region', region: undefined });
    expect((await atScripted(403, { 'x-amz-bucket-region': bucket.region })).code).to.equal('access_denied');
  });

  it('reports that the server cannot be reached or does not speak S3', async () => {
    const gone = await scriptedServer();
    await gone.close();
    const refused = await trouble({ endpoint: gone.url });
    expect(refused.code).to.equal('unreachable');
    expect(refused.detail).to.contain('ECONNREFUSED');
    expect((await atScripted(500)).code).to.equal('unreachable');
    hostile.answer(silence);
    expect((await trouble({ endpoint: hostile.url, timeouts: soon })).code).to.equal('unreachable');
  });

  it('reports that there are no credentials', async () => {
    const before = { ...process.env };
    const forgetAll = (): void => {
      for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    };
    forgetAll();
    const nowhere = { AWS_SHARED_CREDENTIALS_FILE: '/none', AWS_CONFIG_FILE: '/none' };
    Object.assign(process.env, { AWS_EC2_METADATA_DISABLED: 'true', ...nowhere });
    try {
      expect((await trouble({ credentials: undefined })).code).to.equal('no_credentials');
    } finally {
      forgetAll();
      Object.assign(process.env, before);
    }
  });
});
