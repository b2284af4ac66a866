import {
  LARGEST_DOCUMENT,
  later,
  type Documents,
  type Instant,
  type LinkedDocuments,
  type StoredDocument,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { portContract } from './port-contract.ts';

/** A document store under test, with its own clock and a means to break the store. */
export interface DocumentsSubject {
  readonly documents: Documents;
  readonly clock: { now(): Instant; moveTo(instant: Instant): void };
  /** Makes the store fail until the returned function is called. */
  breakStore(): Promise<() => Promise<void>>;
}

/** A document store that serves its own links. */
export interface LinkedDocumentsSubject extends DocumentsSubject {
  readonly linked: LinkedDocuments;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const aFile = (key: string, over: Partial<StoredDocument> = {}): StoredDocument => ({
  key,
  type: 'application/pdf',
  bytes: bytesOf(`%PDF-1.7\n${key}`),
  ...over,
});

const plain = ({ key, type, bytes }: StoredDocument) => ({ key, type, bytes: [...bytes] });

const holds = async (documents: Documents, file: StoredDocument): Promise<void> =>
  void expect(plain((await documents.read(file.key)).unwrap())).to.deep.equal(plain(file));

const addressOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
};

/** The requirements on every document store. */
export const documentsContract = portContract<DocumentsSubject>('Documents', {
  'returns every byte of a stored file, under its key and type': async ({ documents }) => {
    const files = [
      aFile('companies/a/vehicles/1/registration'),
      aFile('companies/a/contracts/1/certificate', {
        type: 'image/png',
        bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255, 10, 13]),
      }),
      aFile('photo.of-x', { type: 'image/jpeg', bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0, 1, 2]) }),
    ];
    for (const file of files) expect((await documents.put(file, 'carte grise.pdf')).isOk()).to.equal(true);
    for (const file of files) await holds(documents, file);
  },

  'replaces a file that is stored under the same key again': async ({ documents }) => {
    await documents.put(aFile('replaced', { bytes: bytesOf('%PDF-1.7 a longer first version') }));
    const second = aFile('replaced', { type: 'image/jpeg', bytes: Uint8Array.from([0xff, 0xd8, 0xff, 1]) });
    await documents.put(second);
    await holds(documents, second);
  },

  'stores the largest file that the service accepts': async ({ documents }) => {
    const bytes = new Uint8Array(LARGEST_DOCUMENT).map((_, at) => at % 251);
    expect((await documents.put(aFile('large', { bytes }))).isOk()).to.equal(true);
    const read = (await documents.read('large')).unwrap().bytes;
    expect(read.length).to.equal(bytes.length);
    // Compared in code, because an assertion would print twenty million numbers.
    expect(read.every((byte, at) => byte === bytes[at])).to.equal(true);
  },

  'returns one whole version while several are written at the same time': async ({ documents }) => {
    const versions = Array.from({ length: 6 }, (_, n) =>
      aFile('contended', { bytes: bytesOf(`%PDF-${String(n).repeat(50_000)}`) }),
    );
    const kept = await Promise.all(versions.map((version) => documents.put(version)));
    expect(kept.every((each) => each.isOk())).to.equal(true);
    const read = plain((await documents.read('contended')).unwrap());
    expect(versions.map((version) => plain(version).bytes.join())).to.include(read.bytes.join());
  },

  'reports a missing file, and removes files': async ({ documents }) => {
    expect((await documents.read('never/stored')).unwrapErr()).to.deep.equal({ code: 'document_missing' });
    expect((await documents.remove('never/stored')).isOk()).to.equal(true);
    await documents.put(aFile('removed'));
    expect((await documents.remove('removed')).isOk()).to.equal(true);
    expect((await documents.read('removed')).unwrapErr()).to.deep.equal({ code: 'document_missing' });
    expect((await documents.remove('removed')).isOk()).to.equal(true);
  },

  'reports that it is unavailable while it is broken, and loses nothing': async ({ documents, breakStore }) => {
    const before = aFile('kept');
    await documents.put(before);
    const repair = await breakStore();
    const unavailable = { code: 'storage_unavailable' };
    expect((await documents.put(aFile('lost'))).unwrapErr()).to.deep.equal(unavailable);
    expect((await documents.read(before.key)).unwrapErr()).to.deep.equal(unavailable);
    expect((await documents.remove(before.key)).unwrapErr()).to.deep.equal(unavailable);
    await repair();
    await holds(documents, before);
    expect((await documents.put(aFile('after'))).isOk()).to.equal(true);
  },

  'makes a link before the file is stored': async ({ documents }) => {
    expect(URL.canParse(await documents.link('not/stored/yet'))).to.equal(true);
  },
});

/** The requirements on a document store that serves its own links. */
export const linkedDocumentsContract = portContract<LinkedDocumentsSubject>('LinkedDocuments', {
  'opens a link for one hour': async (subject) => {
    const { documents, clock } = subject;
    const file = aFile('companies/a/contracts/2/contract');
    await documents.put(file);
    const made = clock.now();
    const address = addressOf(await documents.link(file.key));
    const open = () => subject.linked.open(address);
    const opened = await open();
    expect(opened && plain(opened)).to.deep.equal(plain(file));
    clock.moveTo(later(made, { minutes: 59 }));
    expect((await open())?.key).to.equal(file.key);
    clock.moveTo(later(made, { minutes: 60, seconds: 1 }));
    expect(await open()).to.equal(undefined);
    expect((await subject.linked.open(addressOf(await documents.link(file.key))))?.key).to.equal(file.key);
  },

  'opens a link under the name in it, and refuses a link with a changed name': async (subject) => {
    const { documents } = subject;
    await documents.put(aFile('named/file'));
    const name = 'VI-1_2026.000042.pdf';
    const address = addressOf(await documents.link('named/file', name));
    expect(await subject.linked.open(address)).to.include({ key: 'named/file', name });
    expect((await subject.linked.open(addressOf(await documents.link('named/file'))))?.name).to.equal(null);
    const renamed = address.replace(name, 'VI-2.pdf');
    if (renamed !== address) expect(await subject.linked.open(renamed)).to.equal(undefined);
  },

  'opens nothing with a changed or invented link': async (subject) => {
    const { documents } = subject;
    await documents.put(aFile('mine/file'));
    await documents.put(aFile('yours/file'));
    const address = addressOf(await documents.link('mine/file'));
    const forged = [
      address.replace('mine', 'yours'),
      address.slice(0, -1),
      `${address}0`,
      address.split('?')[0] ?? '',
      address.replace('?', '?x=1&'),
      '/documents/mine/file?expires=99999999999&signature=x',
      '/documents/../../etc/passwd',
      '/',
      '',
      'not an address',
      '/documents/%',
    ].filter((each) => each !== address);
    for (const each of forged) expect(await subject.linked.open(each), each).to.equal(undefined);
    expect((await subject.linked.open(address))?.key).to.equal('mine/file');
  },

  'opens nothing after the file is removed': async (subject) => {
    const { documents } = subject;
    await documents.put(aFile('gone/file'));
    const address = addressOf(await documents.link('gone/file'));
    await documents.remove('gone/file');
    expect(await subject.linked.open(address)).to.equal(undefined);
  },
});
