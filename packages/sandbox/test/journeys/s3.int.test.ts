import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testBucket, type TestBucket } from '@vehicle-insurance/testkit/object-store';
import { expect } from 'chai';
import { formOf } from '../../../http/test/serving.ts';
import { apiWorld, type World } from '../api/world.ts';

const PDF = '%PDF-1.7\nregistration\n%%EOF\n';

describe('a sandbox whose documents are kept in a bucket', function () {
  this.timeout(60_000);
  let bucket: TestBucket;
  let line: TcpProxy;
  let world: World;

  before(async () => {
    bucket = await testBucket();
    line = await tcpProxy(bucket.endpoint);
    world = await apiWorld({
      STORAGE: 's3',
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ENDPOINT: line.url,
      S3_PUBLIC_ENDPOINT: bucket.endpoint,
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
      S3_PREFIX: 'insurance',
    });
  });
  after(async () => {
    await world?.stop();
    await line?.cut();
  });

  // Proves: saved-files-named-by-policy, documents-in-bucket
  it('insures a vehicle, whose documents open by their links', async () => {
    const registered = await world.post<{ id: string }>('/vehicle', formOf(world.vehicleInput(), PDF));
    expect(registered.body).to.include({ hasRegistrationDocument: true });
    expect((await bucket.keys()).filter((key) => key.endsWith('/registration'))).to.have.length(1);

    const { contract } = await world.insured({ vehicleId: registered.body.id });
    const { documents } = await world.documented(contract.id);
    const leading = {
      contractDocumentUrl: ['application/pdf', '%PDF-'],
      certificateImageUrl: ['image/png', '\x89PNG'],
    };
    for (const [name, [type, bytes = '']] of Object.entries(leading)) {
      const link = documents[name as keyof typeof leading] ?? '';
      expect(link.startsWith(`${bucket.endpoint}/${bucket.bucket}/insurance/companies/`), name).to.be.true;
      const file = await fetch(link);
      expect([file.status, file.headers.get('content-type')], name).to.deep.equal([200, type]);
      const called = `${String(contract.policyNumber)}.${type === 'image/png' ? 'png' : 'pdf'}`;
      expect(file.headers.get('content-disposition'), name).to.equal(`inline; filename="${called}"`);
      const opened = Buffer.from(await file.arrayBuffer()).toString('latin1');
      expect(opened.slice(0, bytes.length), name).to.equal(bytes);
    }
  });
});
