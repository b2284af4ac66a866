import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { instantOf } from '@vehicle-insurance/core';
import {
  clockAt,
  collectedErrors,
  cut,
  describeContract,
  documentsContract,
  tcpProxy,
  scriptedServer,
  silence,
  realTimersDuring,
  timersDuring,
  type DocumentsSubject,
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

describe('in a test bucket,', function () {
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
  const atScripted = (over: Partial<S3Store> = {}) => documentsIn({ ...bucket, endpoint: hostile.url, ...over });
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

  describeContract(documentsContract, 'a bucket', (): DocumentsSubject => ({
    documents: documentsIn({ ...bucket, endpoint: line.url, prefix: randomUUID() }),
    clock: clockAt(instantOf('2026-11-01T10:00:00Z')),
    breakStore: async () => {
      line.cutAfter(0);
      return async () => line.mend();
    },
  }));

  describe('the document store', () => {
    it('reaches nothing outside its folder of the bucket', async () => {
      const documents = documentsIn({ ...bucket, prefix: '/a folder/' });
      expect((await documents.put(pdf('companies/1/contract'))).isOk()).to.be.true;
      expect(await keysIn('a folder/')).to.deep.equal(['a folder/companies/1/contract']);
      // Every other key: filesystem-documents.test.ts.
      expect((await documents.read('../outside')).unwrapErr().code).to.equal('document_missing');
      expect((await documents.remove('../outside')).isOk()).to.be.true;
      expect(await documents.put(pdf('../outside')).catch((cause: unknown) => cause)).to.be.instanceOf(RangeError);
      expect((await documents.remove('companies/1/contract')).isOk()).to.be.true;
      expect(await keysIn('a folder/')).to.be.empty;
    });

    it('derives the type of an object from its content, and ignores objects that are not documents', async () => {
      for (const type of ['binary/octet-stream', 'application/pdf; charset=utf-8']) {
        hostile.answer((response) => response.writeHead(200, { 'content-type': type }).end(PDF));
        expect((await atScripted().read('restored')).unwrap(), type).to.include({ type: 'application/pdf' });
      }
      hostile.answer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'));
      expect((await atScripted().read('page')).unwrapErr().code).to.equal('document_missing');
    });

    /** Credentials that expire in `minutes`, then others if there are any; and how often they were requested. */
    const credentialsFor = (minutes: number, hasOthers: boolean) => {
      const given = { times: 0 };
      const credentials: S3Store['credentials'] = ({ forceRefresh } = {}) => {
        given.times += 1;
        const isFirst = forceRefresh !== true;
        if (!isFirst && !hasOthers) return Promise.reject(new Error('no new ones now'));
        const expiration = new Date(Date.now() + (isFirst ? minutes : 6 * 60) * 60_000);
        return Promise.resolve({ accessKeyId: isFirst ? 'first' : 'second', secretAccessKey: 'secret', expiration });
      };
      return { given, documents: atScripted({ credentials, publicEndpoint: line.url }) };
    };

    for (const [minutes, hasOthers, used] of [
      [20, true, 'second'],
      [20, false, 'first'],
      [65, true, 'first'],
    ] as const)
      it(`signs links with the ${used} credentials if the first expire in ${minutes} minutes and there are ${hasOthers ? '' : 'no '}others`, async () => {
        const { documents } = credentialsFor(minutes, hasOthers);
        for (const _ of [1, 2]) {
          const link = new URL(await documents.link('a'));
          expect(link.searchParams.get('X-Amz-Credential')).to.match(new RegExp(`^${used}/`));
        }
      });

    it('requests new credentials at most once a minute', async () => {
      const { given, documents } = credentialsFor(20, false);
      await timersDuring(async () => {
        const counts: number[] = [];
        for (const milliseconds of [0, 59_999, 1]) {
          await pause(milliseconds);
          await documents.link('a');
          counts.push(given.times);
        }
        expect(counts).to.deep.equal([2, 2, 3]);
      });
    });

    it('allows 2 seconds to connect, 8 for each of three attempts, and 18 in all', async () => {
      hostile.answer((response) => response.end());
      const client = s3Client(bucket, hostile.url);
      await client.send(new ListBucketsCommand({}));
      const handler = client.config.requestHandler as unknown as {
        httpHandlerConfigs(): Readonly<Record<string, unknown>>;
      };
      const { connectionTimeout, requestTimeout, socketTimeout } = handler.httpHandlerConfigs();
      expect([connectionTimeout, requestTimeout, socketTimeout]).to.deep.equal([2_000, 8_000, 8_000]);
      expect(await client.config.maxAttempts()).to.equal(3);
      client.destroy();
      const read = () => atScripted().read('a');
      expect(await realTimersDuring(read)).to.include(18_000);
    });

    // Proves: saved-files-named-by-policy, documents-in-bucket
    it('creates links that show the document in a browser under a suitable name for an hour', async () => {
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
      expect((await fetch(named)).headers.get('content-disposition')).to.equal(
        'inline; filename="VI-1-2026-000042.pdf"',
      );
      expect((await fetch(named.replace('000042', '000043'))).status).to.equal(403);
      expect((await fetch(link.split('?')[0] ?? '')).status).to.equal(403);
    });

    it('rejects file names that headers would have to encode', async () => {
      for (const name of ['a"b.pdf', 'a\r\nb.pdf', 'é.pdf', 'a b.pdf', ''])
        expect(await documentsIn(bucket).link('a', name).catch(String), name).to.contain('RangeError');
    });

    it('creates links in the style of the server', async () => {
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

    it('requests the configured encryption', async () => {
      hostile.answer((response) => response.end());
      const requestedEncryption = async (encryption: S3Store['encryption']) => {
        expect((await atScripted({ encryption }).put(pdf('a'))).isOk()).to.be.true;
        const headers = hostile.asked.at(-1)?.headers ?? {};
        return [headers['x-amz-server-side-encryption'], headers['x-amz-server-side-encryption-aws-kms-key-id']];
      };
      expect(await requestedEncryption(undefined)).to.deep.equal([undefined, undefined]);
      expect(await requestedEncryption({ method: 'AES256' })).to.deep.equal(['AES256', undefined]);
      expect(await requestedEncryption({ method: 'aws:kms' })).to.deep.equal(['aws:kms', undefined]);
      expect(await requestedEncryption({ method: 'aws:kms', keyId: 'a key' })).to.deep.equal(['aws:kms', 'a key']);
    });

    it('leaves nothing of an interrupted upload', async () => {
      const errorReporter = collectedErrors();
      const documents = documentsIn({ ...bucket, endpoint: line.url, prefix: 'cut', errorReporter });
      line.cutAfter(100_000);
      expect((await documents.put(pdf('scan', Buffer.alloc(1_000_000)))).unwrapErr()).to.deep.equal(unavailable);
      await line.mend();
      expect(await keysIn('cut/')).to.be.empty;
      expect(errorReporter.all.map(({ what }) => what)).to.deep.equal(['a document could not be stored']);
      expect((await documents.put(pdf('scan'))).isOk()).to.be.true;
      await documents.remove('scan');
    });

    // Proves: documents-in-bucket
    it('returns storage_unavailable in bounded time for every failure of the server', async () => {
      const notFound = (type: string, body: string) => (response: ServerResponse) =>
        response.writeHead(404, { 'content-type': type }).end(body);
      const worst: Readonly<Record<string, Parameters<ScriptedServer['answer']>[0]>> = {
        'is busy for ever': (response) => response.writeHead(503).end(),
        'requests a pause of an hour': (response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
        'refuses the key': (response) => response.writeHead(403).end(),
        'has no such bucket': notFound('application/xml', '<Error><Code>NoSuchBucket</Code></Error>'),
        'does not respond': silence,
        'never ends its response': (response) => {
          response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
          response.write('%PDF-');
        },
        'cuts the connection': cut,
        'is unavailable behind a proxy': (response) => response.writeHead(404).end(),
        'is unavailable behind a proxy that responds in XML': notFound('application/xml', '<html>Not found</html>'),
        'speaks no S3': notFound('text/html', '<h1>Not found'),
      };
      for (const [what, answer] of Object.entries(worst)) {
        hostile.answer(answer);
        const documents = impatiently();
        const answers = await Promise.all([documents.put(pdf('a')), documents.read('a'), documents.remove('a')]);
        // A put or a removal needs only the head of a response.
        const failed = what === 'never ends its response' ? answers.slice(1, 2) : answers;
        for (const each of failed) expect(each.unwrapErr(), what).to.deep.equal(unavailable);
      }
    });

    it('reports the reason to an operator, without the key or the document', async () => {
      const errorReporter = collectedErrors();
      hostile.answer((response) => response.writeHead(403).end());
      await atScripted({ errorReporter }).put(pdf('a', Buffer.from('%PDF- of somebody')));
      const [reported] = errorReporter.all;
      expect(reported?.what).to.equal('a document could not be stored');
      const cause = reported?.cause as Error;
      expect(cause.message).to.contain('HTTP 403');
      const everything = JSON.stringify(cause, Object.getOwnPropertyNames(cause));
      for (const secret of [bucket.credentials.secretAccessKey, 'Signature=', 'somebody'])
        expect(everything).not.to.contain(secret);
    });
  });
});
