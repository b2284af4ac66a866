import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { instantOf, StoreUnavailable, type Documents, type LinkedDocuments } from '@vehicle-insurance/core';
import {
  clockAt,
  collectedErrors,
  describeContract,
  documentsContract,
  linkedDocumentsContract,
  type LinkedDocumentsSubject,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { filesystemDocuments } from '../src/index.ts';

const run = promisify(execFile);
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const clock = clockAt(instantOf('2026-11-01T10:00:00Z'));
const links = { baseUrl: 'https://insurance.example', secret: 'a secret of the test', clock };
const pdf = (key: string, bytes: Uint8Array = PDF) => ({ key, type: 'application/pdf' as const, bytes });

describe('in a temporary folder,', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'documents-'));
  });
  after(() => rm(root, { recursive: true, force: true }));
  const store = (name: string): Documents & LinkedDocuments => filesystemDocuments({ ...links, dir: join(root, name) });

  const subject = async (): Promise<LinkedDocumentsSubject> => {
    const dir = join(root, randomUUID());
    await mkdir(dir, { recursive: true });
    const moving = clockAt(clock.now());
    const documents = filesystemDocuments({ ...links, dir, clock: moving });
    return {
      documents,
      linked: documents,
      clock: moving,
      // A file in place of the folder: not even root can write into it.
      breakStore: async () => {
        await rename(dir, `${dir}.away`);
        await writeFile(dir, '');
        return async () => {
          await rename(dir, `${dir}.file`);
          await rename(`${dir}.away`, dir);
        };
      },
    };
  };
  describeContract(documentsContract, 'a folder', subject);
  describeContract(linkedDocumentsContract, 'a folder', subject);

  describe('the document store', () => {
    it('keeps a document for the next process', async () => {
      expect((await store('kept').put(pdf('companies/1/contract'))).isOk()).to.be.true;
      const read = (await store('kept').read('companies/1/contract')).unwrap();
      expect(read.type).to.equal('application/pdf');
      expect(Buffer.from(read.bytes).equals(PDF)).to.be.true;
    });

    it('reports that a document is missing, even if a folder has its name', async () => {
      const documents = store('missing');
      await documents.put(pdf('a/b'));
      for (const key of ['a', 'a/c', 'a/b/c', 'nothing', ''])
        expect((await documents.read(key)).unwrapErr().code).to.equal('document_missing');
    });

    it('reaches nothing outside its folder, and nothing hidden', async () => {
      await writeFile(join(root, 'outside'), 'application/pdf\n%PDF-');
      const documents = store('inside');
      await documents.put(pdf('a'));
      const inside = ['.incoming/x', './a', 'a//b', 'a/', 'a\\b', 'a\0', 'a%2fb', 'é'];
      for (const key of ['../outside', 'a/../../outside', '/etc/passwd', ...inside]) {
        expect((await documents.read(key)).unwrapErr().code, key).to.equal('document_missing');
        expect((await documents.remove(key)).isOk(), key).to.be.true;
        const refused = await documents.put(pdf(key)).catch((cause: unknown) => cause);
        expect(refused, key).to.be.instanceOf(RangeError);
      }
      expect(await readdir(root)).to.include('outside');
    });

    // Proves: half-written-files-removed
    it('removes half-written files of a killed process, but not of a running one', async () => {
      const incoming = join(root, 'crashed', '.incoming');
      await mkdir(incoming, { recursive: true });
      for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'half a f');
      const ago = (seconds: number) => Date.now() / 1_000 - seconds;
      await utimes(join(incoming, 'old'), ago(61), ago(61));
      await utimes(join(incoming, 'new'), ago(50), ago(50));
      await store('crashed').put(pdf('a'));
      expect(await readdir(incoming)).to.deep.equal(['new']);
    });

    it('returns storage_unavailable if the folder is unusable, and reports why to an operator', async () => {
      await writeFile(join(root, 'a-file'), '');
      const errorReporter = collectedErrors();
      const documents = filesystemDocuments({ ...links, dir: join(root, 'a-file', 'documents'), errorReporter });
      expect((await documents.put(pdf('a'))).unwrapErr().code).to.equal('storage_unavailable');
      expect(errorReporter.all.map(({ what }) => what)).to.include('a document could not be stored');
    });

    // Proves: half-written-files-removed
    it('returns storage_unavailable if the disk is full, and leaves nothing behind', async function () {
      const dir = join(root, 'full');
      await mkdir(dir);
      const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', dir]).then(
        () => true,
        () => false,
      );
      // Skipped unless root, who may mount a small disk.
      if (!mounted) return this.skip();
      try {
        const documents = store('full');
        expect((await documents.put(pdf('large', Buffer.alloc(1_000_000)))).unwrapErr().code).to.equal(
          'storage_unavailable',
        );
        expect(await readdir(join(dir, '.incoming'))).to.be.empty;
        expect((await documents.put(pdf('small'))).isOk()).to.be.true;
      } finally {
        await run('umount', [dir]);
      }
    });

    it('stores nothing and reports nothing missing while the folder is unmounted, and works again afterwards', async () => {
      const [dir, away] = [join(root, 'mounted'), join(root, 'away')];
      const documents = store('mounted');
      await documents.put(pdf('kept'));
      await rename(dir, away);
      // Removed by another program, or left empty by an unmounted volume.
      for (const isEmptyFolderThere of [false, true]) {
        if (isEmptyFolderThere) await mkdir(dir);
        for (const asked of [documents.put(pdf('new')), documents.read('kept'), documents.remove('kept')])
          expect((await asked).unwrapErr().code).to.equal('storage_unavailable');
      }
      expect(await readdir(dir), 'the next mount would hide a document stored there').to.be.empty;
      await rm(dir, { recursive: true });
      await rename(away, dir);
      await rm(join(dir, '.incoming'), { recursive: true });
      expect((await documents.read('kept')).isOk(), 'copied back without hidden folders').to.be.true;
      expect((await documents.put(pdf('new'))).isOk()).to.be.true;
    });

    it('does not report a document as missing if it cannot read the folder', async () => {
      const documents = store('lost');
      await documents.put(pdf('a/b'));
      const { pathname, search } = new URL(await documents.link('a/b'));
      await rm(join(root, 'lost', 'a'), { recursive: true });
      expect(await documents.open(pathname + search)).to.be.undefined;
      await run('ln', ['-s', 'a', join(root, 'lost', 'a')]);
      const refused = await documents.open(pathname + search).catch((cause: unknown) => cause);
      expect(refused).to.be.instanceOf(StoreUnavailable);
      expect((await documents.read('a/b')).unwrapErr().code).to.equal('storage_unavailable');
    });
  });
});
