import { gzipSync } from 'node:zlib';
import { FORM_TYPE, formOf, type Part } from '../../../http/test/bad-input/form.ts';
import type { Json } from '../../../http/test/bad-input/values.ts';

export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const FILES = {
  pdf: ['card.pdf', Buffer.from('%PDF-1.7\n')],
  png: ['card.png', PNG],
  jpeg: ['card.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  'no document': ['card.pdf', Buffer.from('PK\u0003\u0004')],
  unstorable: ['storage-outage.pdf', Buffer.from('%PDF-1.7\n')],
} as const satisfies Readonly<Record<string, readonly [string, Buffer]>>;

export type DocumentKind = keyof typeof FILES;
export const DOCUMENTS = Object.keys(FILES) as readonly DocumentKind[];

export const OUTAGE: DocumentKind = 'unstorable';

export const jsonBody = (pairs: readonly (readonly [name: string, value: Json])[]): Body => ({
  type: 'application/json',
  bytes: Buffer.from(`{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
});

const isPartName = (name: string): boolean => /^[\x20\x21\x23-\x7e]+$/.test(name);

/** A form: numbers and texts in their notation, without nulls. */
export const formBody = (
  pairs: readonly (readonly [name: string, text: string])[],
  documents: readonly DocumentKind[],
): Body => {
  const fields = pairs.filter(([name]) => isPartName(name)).map(([name, content]): Part => ({ name, content }));
  const files = documents.map((kind): Part => {
    const [fileName, content] = FILES[kind];
    return { name: 'registrationDocument', content, fileName };
  });
  return { type: FORM_TYPE['content-type'], bytes: formOf([...fields, ...files]) };
};

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

const MEGABYTE = 1024 * 1024;
const isJson = (type: string): boolean => type === 'application/json';
const tooLarge = (type: string): number => (isJson(type) ? 1 : 12) * MEGABYTE;

/** Faults of a body as a whole; the tests of bad input in `http` have more. */
const SPOILT = {
  'cut short': ({ type, bytes }) => ({ type, bytes: half(bytes) }),
  'too large': ({ type, bytes }) => ({ type, bytes: Buffer.concat([Buffer.alloc(tooLarge(type), ' '), bytes]) }),
  compressed: ({ type, bytes }) => ({ type, bytes: gzipSync(bytes) }),
  'as text': ({ bytes }) => ({ type: 'text/plain', bytes }),
  'as the other type': ({ type, bytes }) => ({
    type: isJson(type) ? FORM_TYPE['content-type'] : 'application/json',
    bytes,
  }),
  'of another boundary': ({ bytes }) => ({ type: 'multipart/form-data; boundary=another', bytes }),
} as const satisfies Readonly<Record<string, (body: Body) => Body>>;

export type Spoil = keyof typeof SPOILT;
export const SPOILS = Object.keys(SPOILT) as readonly Spoil[];
export const spoilt = (body: Body, how: Spoil): Body => SPOILT[how](body);
