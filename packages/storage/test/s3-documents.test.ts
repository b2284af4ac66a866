import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  collectedErrors,
  cut,
  tcpProxy,
  scriptedServer,
  silence,
  timersDuring,
  type TcpProxy,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { testBucket, type TestBucket } from '@vehicle-insurance/testkit/object-store';
import { expect } from 'chai';
import { s3Client } from '../src/s3-client.ts';
import { s3Documents, type S3Documents } from '../src/s3-documents.ts';
import type { S3Store } from '../src/s3-store.ts';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const pdf = (key: string, bytes: Uint8Array = PDF) => ({ key, type: 'application/pdf' as const, bytes });
const unavailable = { code: 'storage_unavailable' };

describe('documents in a bucket', function () {
  this.timeout(60_000);
  let bucket: TestBucket;
  let line: TcpProxy;
  let hostile: ScriptedServer;
  const opened: S3Documents[] = [];
  const documentsIn = (store: S3Store): S3Documents => {
    const documents = s3Documents(store);
    opened.push(documents);
    return documents;
  };
  const keysIn = async (folder: string) => (await bucket.keys()).filter((key) => key.startsWith(folder));
  /** At a server that answers as scripted. */
  const atScripted = (over: Partial<S3Store> = {}) => documentsIn({ ...bucket, endpoint: hostile.url, ...over });
  /** For answers that never come. */
  const impatiently = () => atScripted({ timeouts: { connection: 500, attempt: 150, all: 400 } });

  before(async () => {
    bucket = await testBucket();
    line = await tcpProxy(bucket.endpoint);
    hostile = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.map((documents) => documents.close()));
    await line.cut();
    await hostile.close();
  });

  it('reaches nothing outside its folder of the bucket', async () => {
    const documents = documentsIn({ ...bucket, prefix: '/a folder/' });
    expect((await documents.put(pdf('companies/1/contract'))).isOk()).to.be.true;
    expect(await keysIn('a folder/')).to.deep.equal(['a folder/companies/1/contract']);
    for (const key of ['../outside', '/etc/passwd', '.hidden', 'a//b', 'a/', '', 'é']) {
      expect((await documents.read(key)).unwrapErr().code, key).to.equal('document_missing');
      expect((await documents.remove(key)).isOk(), key).to.be.true;
      expect(await documents.put(pdf(key)).catch((cause: unknown) => cause), key).to.be.instanceOf(RangeError);
    }
    expect((await documents.remove('companies/1/contract')).isOk()).to.be.true;
    expect(await keysIn('a folder/')).to.be.empty;
  });

  it('takes no object for a document that is none', async () => {
    hostile.answer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'));
    expect((await atScripted().read('page')).unwrapErr().code).to.equal('document_missing');
  });

  it('takes an object for what it contains, where a tool that restored it wrote another type', async () => {
    for (const type of ['binary/octet-stream', 'application/pdf; charset=utf-8']) {
      hostile.answer((response) => response.writeHead(200, { 'content-type': type }).end(PDF));
      expect((await atScripted().read('restored')).unwrap(), type).to.include({ type: 'application/pdf' });
    }
  });

  it('signs links by credentials that last as long, where those of the machine’s role are about to end', async () => {
    const ends = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const hour = 60;
    for (const [first, used] of [
      [20, 'second'],
      [20, 'first'],
      [hour + 5, 'first'],
    ] as const) {
      let given = 0;
      const credentials: S3Store['credentials'] = () => {
        given += 1;
        const isFirst = given === 1;
        if (!isFirst && used === 'first') return Promise.reject(new Error('no new ones now'));
        const expiration = ends(isFirst ? first : 6 * hour);
        return Promise.resolve({ accessKeyId: isFirst ? 'first' : 'second', secretAccessKey: 'secret', expiration });
      };
      const documents = atScripted({ credentials });
      for (const _ of [1, 2]) {
        const link = new URL(await documents.link('a'));
        expect(link.searchParams.get('X-Amz-Credential'), `${first} minutes`).to.match(new RegExp(`^${used}/`));
      }
    }
  });

  it('asks for new credentials once a minute at most', async () => {
    let asked = 0;
    const credentials: S3Store['credentials'] = () => {
      asked += 1;
      if (asked > 1) return Promise.reject(new Error('no new ones now'));
      const expiration = new Date(Date.now() + 20 * 60_000);
      return Promise.resolve({ accessKeyId: 'first', secretAccessKey: 'secret', expiration });
    };
    const documents = atScripted({ credentials });
    await timersDuring(async () => {
      const counts: number[] = [];
      for (const milliseconds of [0, 59_999, 1]) {
        await pause(milliseconds);
        await documents.link('a');
        counts.push(asked);
      }
      expect(counts).to.deep.equal([2, 2, 3]);
    });
  });

  it('has 2 seconds to connect, 8 for each of three attempts, and 18 in all', async () => {
    hostile.answer((response) => response.end());
    const client = s3Client(bucket, hostile.url);
    await client.send(new ListBucketsCommand({}));
    const handler = client.config.requestHandler as unknown as {
      httpHandlerConfigs(): Readonly<Record<string, unknown>>;
    };
    const { connectionTimeout, requestTimeout, socketTimeout } = handler.httpHandlerConfigs();
    expect({ connectionTimeout, requestTimeout, socketTimeout }).to.deep.equal({
      connectionTimeout: 2_000,
      requestTimeout: 8_000,
      socketTimeout: 8_000,
    });
    expect(await client.config.maxAttempts()).to.equal(3);
    client.destroy();
    const read = () => atScripted().read('a');
    expect(await timersDuring(read, (milliseconds) => milliseconds)).to.include(18_000);
  });

  // Proves: saved-files-named-by-policy, documents-in-bucket
  it('has links that show a browser the document under a fitting name, for an hour', async () => {
    const documents = documentsIn({ ...bucket, publicEndpoint: line.url, prefix: randomUUID() });
    await documents.put(pdf('contracts/1/contract'));
    const link = await documents.link('contracts/1/contract');
    expect(new URL(link).origin).to.equal(line.url);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).to.equal('3600');
    const answer = await fetch(link);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.equal('inline; filename="contract.pdf"');
    expect(answer.headers.get('cache-control')).to.equal('private, no-store');
    expect(Buffer.from(await answer.arrayBuffer()).equals(PDF)).to.be.true;
    const named = await documents.link('contracts/1/contract', 'VI-1-2026-000042.pdf');
    expect(new URL(named).searchParams.get('response-content-disposition')).to.contain('VI-1-2026-000042.pdf');
    expect((await fetch(named)).headers.get('content-disposition')).to.equal('inline; filename="VI-1-2026-000042.pdf"');
    expect((await fetch(named.replace('000042', '000043'))).status).to.equal(403);
    expect((await fetch(link.split('?')[0] ?? '')).status).to.equal(403);
  });

  it('gives no file a name that would have to be written in another way', async () => {
    for (const name of ['a"b.pdf', 'a\r\nb.pdf', 'é.pdf', 'a b.pdf', ''])
      expect(await documentsIn(bucket).link('a', name).catch(String), name).to.contain('RangeError');
  });

  it('has links of the shape the server wants', async () => {
    const at = (over: Partial<S3Store>) =>
      documentsIn({ bucket: 'papers', region: 'af-south-1', credentials: bucket.credentials, ...over }).link('a/b');
    const shapes = [
      [{}, 'https://papers.s3.af-south-1.amazonaws.com/a/b?'],
      [{ pathStyle: true }, 'https://s3.af-south-1.amazonaws.com/papers/a/b?'],
      [{ endpoint: 'https://objects.example' }, 'https://papers.objects.example/a/b?'],
      [{ endpoint: 'https://objects.example', pathStyle: true }, 'https://objects.example/papers/a/b?'],
    ] as const;
    for (const [over, start] of shapes) expect((await at(over)).slice(0, start.length)).to.equal(start);
  });

  it('asks for the encryption it was told to', async () => {
    hostile.answer((response) => response.end());
    const asked = async (encryption: S3Store['encryption']) => {
      expect((await atScripted({ encryption }).put(pdf('a'))).isOk()).to.be.true;
      const headers = hostile.asked.at(-1)?.headers ?? {};
      return [headers['x-amz-server-side-encryption'], headers['x-amz-server-side-encryption-aws-kms-key-id']];
    };
    expect(await asked(undefined)).to.deep.equal([undefined, undefined]);
    expect(await asked({ method: 'AES256' })).to.deep.equal(['AES256', undefined]);
    expect(await asked({ method: 'aws:kms' })).to.deep.equal(['aws:kms', undefined]);
    expect(await asked({ method: 'aws:kms', keyId: 'alias/papers' })).to.deep.equal(['aws:kms', 'alias/papers']);
  });

  it('leaves nothing behind of an upload that was cut off', async () => {
    const errorReporter = collectedErrors();
    const documents = documentsIn({ ...bucket, endpoint: line.url, prefix: 'cut', errorReporter });
    line.cutAfter(100_000);
    expect((await documents.put(pdf('scan', Buffer.alloc(1_000_000)))).unwrapErr()).to.deep.equal(unavailable);
    await line.mend();
    expect(await keysIn('cut/')).to.be.empty;
    expect(errorReporter.all.map(({ what }) => what)).to.deep.equal(['document not kept']);
    expect((await documents.put(pdf('scan'))).isOk()).to.be.true;
    await documents.remove('scan');
  });

  // Proves: documents-in-bucket
  it('answers that it is unavailable in bounded time, whatever the server does', async () => {
    const worst: Readonly<Record<string, Parameters<ScriptedServer['answer']>[0]>> = {
      'is busy for ever': (response) => response.writeHead(503).end(),
      'asks for an hour of patience': (response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      'refuses the key': (response) => response.writeHead(403).end(),
      'has no such bucket': (response) =>
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchBucket</Code><Message>The bucket does not exist</Message></Error>'),
      'says nothing': silence,
      'cuts the line': cut,
      'is away, as a proxy in front of it says': (response) => response.writeHead(404).end(),
      'is away, as a proxy says in XML': (response) =>
        response.writeHead(404, { 'content-type': 'application/xml' }).end('<html><body>Not found</body></html>'),
      'speaks no S3': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found'),
    };
    for (const [what, answer] of Object.entries(worst)) {
      hostile.answer(answer);
      const documents = impatiently();
      const answers = await Promise.all([documents.put(pdf('a')), documents.read('a'), documents.remove('a')]);
      expect(
        answers.map((each) => each.unwrapErr()),
        what,
      ).to.deep.equal(Array(3).fill(unavailable));
    }
  });

  it('does not wait for the rest of a document that never comes', async () => {
    hostile.answer((response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
      response.write('%PDF-');
    });
    expect((await impatiently().read('a')).unwrapErr()).to.deep.equal(unavailable);
  });

  it('tries again when the server is busy for a moment', async () => {
    let busy = true;
    hostile.answer((response) => {
      response.writeHead(busy ? 503 : 200).end();
      busy = false;
    });
    expect((await atScripted().put(pdf('a'))).isOk()).to.be.true;
  });

  it('tells an operator why, and nothing of the key or the document', async () => {
    const errorReporter = collectedErrors();
    hostile.answer((response) => response.writeHead(403).end());
    await atScripted({ errorReporter }).put(pdf('a', Buffer.from('%PDF- of somebody')));
    const [told] = errorReporter.all;
    expect(told?.what).to.equal('document not kept');
    const cause = told?.cause as Error;
    expect(cause.message).to.contain('HTTP 403');
    const everything = JSON.stringify(cause, Object.getOwnPropertyNames(cause));
    for (const secret of [bucket.credentials.secretAccessKey, 'Signature=', 'somebody'])
      expect(everything).not.to.contain(secret);
  });
});
