import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testBucket, type TestBucket } from '@vehicle-insurance/testkit/object-store';
import { expect } from 'chai';
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

  const registerWith = (fileName: string, licencePlate: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(world.vehicleInput({ licencePlate }))) form.set(name, String(value));
    form.set('registrationDocument', new Blob([PDF], { type: 'application/pdf' }), fileName);
    return world.post<{ id: string; code?: string; hasRegistrationDocument: boolean }>('/vehicle', form);
  };
  const registrations = async () => (await bucket.keys()).filter((key) => key.endsWith('/registration'));

  // Proves: saved-files-named-by-policy, documents-in-bucket
  it('insures a vehicle, whose documents open by their links', async () => {
    const registered = await registerWith('carte grise.pdf', 'S3-1');
    expect([registered.status, registered.body.hasRegistrationDocument]).to.deep.equal([201, true]);
    expect(await registrations()).to.have.length(1);

    const { contract } = await world.insured({ vehicleId: registered.body.id });
    const { documents } = await world.contractIs(contract.id, (now) => !Object.values(now.documents).includes(null));
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

  // Proves: documents-in-bucket
  it('removes a document within an hour that was stored while the answer was lost, and so has no vehicle', async () => {
    const before = await registrations();
    line.loseAnswers();
    const refused = await registerWith('scan.pdf', 'S3-4');
    await line.mend();
    expect([refused.status, refused.body.code]).to.deep.equal([502, 'storage_unavailable']);
    expect(await registrations()).to.have.length(before.length + 1);
    await world.clock.advance('PT61M');
    expect(await registrations()).to.deep.equal(before);
  });
});
