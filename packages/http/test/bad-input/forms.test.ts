import { LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { badApiForAll } from './bad-api.ts';
import { blamed } from './bad-world.ts';
import { FORM_TYPE, formOf, partBytes, partsOf, type Part } from './form.ts';
import { OPERATIONS } from './operations.ts';

const FIELD = 'registrationDocument';
const PDF = Buffer.from('%PDF-1.7\n');

const document = (over: Partial<Part> = {}): Part => ({ name: FIELD, fileName: 'card.pdf', content: PDF, ...over });
const sized = (size: number): Buffer => Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]);

describe('a form', function () {
  this.timeout(60_000);
  const { world, expectUntouched } = badApiForAll();

  const [register] = OPERATIONS.filter(({ form }) => form);
  const fields = (): readonly Part[] => partsOf(world.bodyOf(register!));
  const send = (body: Uint8Array, contentType: string = FORM_TYPE['content-type']) =>
    world.send({ method: 'POST', path: '/vehicle', headers: { 'content-type': contentType }, body });

  const bad: Readonly<Record<string, readonly [expected: string, make: (fields: readonly Part[]) => Buffer]>> = {
    'that is empty': ['400 body', () => Buffer.from('\r\n')],
    'without a single part': [
      `400 type licencePlate brand model year firstRoadDate carOriginalValue carMarketValue energy power noSeat`,
      () => formOf([]),
    ],
    'that ends in the middle of a part': ['400 body', (good) => formOf(good).subarray(0, -200)],
    'that ends before its last boundary': ['400 body', (good) => formOf(good, '')],
    'that ends within its last boundary': ['400 body', (good) => formOf(good).subarray(0, -10)],
    'that ends in the middle of a file': [
      '400 body',
      (good) => formOf([...good, document({ content: sized(100_000) })]).subarray(0, -500),
    ],
    'with another boundary than declared': [
      '400 body',
      (good) => Buffer.from(formOf(good).toString().replaceAll('a-boundary', 'b-boundary')),
    ],
    'whose lines end without a carriage return': [
      '400 body',
      (good) => Buffer.from(formOf(good).toString().replaceAll('\r\n', '\n')),
    ],
    // The inner parts become parts of the outer form: two fields occur twice, and this one is empty.
    'with a form in it': [
      '400 type licencePlate brand',
      (good) =>
        formOf([
          ...but(good, 'brand'),
          { name: 'brand', content: Buffer.concat([Buffer.from('\r\n'), formOf(good.slice(0, 2))]) },
        ]),
    ],
    'with a multipart part': [
      '400 brand',
      (good) =>
        formOf([
          ...but(good, 'brand'),
          {
            name: 'brand',
            content: '--in\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--in--',
            headers: 'Content-Type: multipart/mixed; boundary=in\r\n',
          },
        ]),
    ],
    'with a field given ninety times': [
      '400 brand',
      (good) => formOf([...good, ...Array<Part>(80).fill({ name: 'brand', content: 'Toyota' })]),
    ],
    'of 10 000 parts': [
      '400 body',
      (good) => formOf([...good, ...Array<Part>(10_000).fill({ name: 'x', content: '' })]),
    ],
    'of 10 000 files': [`400 ${FIELD}`, (good) => formOf([...good, ...Array<Part>(10_000).fill(document())])],
    'with a megabyte of text': [
      '413 payload_too_large',
      (good) => formOf([...good, { name: 'x', content: 'x'.repeat(1024 * 1024) }]),
    ],
    'with a text that is half a character': [
      '400 brand',
      (good) => formOf([...but(good, 'brand'), { name: 'brand', content: Uint8Array.of(0x54, 0xf0, 0x9f) }]),
    ],
    'with a field sent as a file': [
      '400 brand',
      (good) => formOf([...but(good, 'brand'), { name: 'brand', fileName: 'a.txt', content: 'Toyota' }]),
    ],
    'with an empty document': ['422 invalid_document', (good) => formOf([...good, document({ content: '' })])],
    // Proves: document-type-by-bytes
    'with a document that only claims to be a PDF': [
      '422 invalid_document',
      (good) => formOf([...good, document({ content: 'PDF', headers: 'Content-Type: application/pdf\r\n' })]),
    ],
    'with a document one byte too large': [
      '413 payload_too_large',
      (good) => formOf([...good, document({ content: sized(LARGEST_DOCUMENT + 1) })]),
    ],
    'with a document of twice the allowed size': [
      '413 payload_too_large',
      (good) => formOf([...good, document({ content: sized(2 * LARGEST_DOCUMENT) })]),
    ],
  };
  const but = (parts: readonly Part[], left: string): readonly Part[] => parts.filter(({ name }) => name !== left);

  for (const [what, [expected, make]] of Object.entries(bad))
    it(`${what} is refused`, async () => {
      expect(blamed(await send(make(fields())))).to.equal(expected);
      await expectUntouched();
    });

  // Proves: malformed-request-is-4xx
  it('without a valid boundary in its type is refused', async () => {
    const long = `; boundary=${'x'.repeat(5_000)}`;
    for (const boundary of ['', '; boundary=', '; boundary=""', long, '; BOUNDARY', '; boundary=other'])
      expect(blamed(await send(formOf(fields()), `multipart/form-data${boundary}`)), boundary).to.equal('400 body');
    for (const type of ['multipart/mixed; boundary=a', 'multipart/', 'multipart', 'text/plain'])
      expect(blamed(await send(formOf(fields()), type)), type).to.equal('415 unsupported_media_type');
    await expectUntouched();
  });

  // Proves: malformed-request-is-4xx
  it('with a part whose headers are malformed is refused, or the part is ignored', async () => {
    const named = 'Content-Disposition: form-data; name="x"';
    const heads = [
      ...['', ': no name', '\0: \0', 'no colon at all', 'Content-Disposition: attachment; name="x"'],
      ...['Content-Disposition: form-data', 'Content-Disposition: form-data; name='],
      ...['"y"', '"__proto__"', '"constructor"'].map((name) => `Content-Disposition: form-data; name=${name}`),
      ...[`${named}; name="y"`, `${named}; filename="../../../etc/passwd"`, `${named}; filename*=UTF-8''%ff%00`],
      `${named}\r\nContent-Type: text/plain; charset=utf-7`,
      ...['base64', 'banana'].map((encoding) => `${named}\r\nContent-Transfer-Encoding: ${encoding}`),
      ...[`X: ${'x'.repeat(100_000)}`, `Content-Disposition: form-data; name="${'x'.repeat(1_000_000)}"`],
      `${named}; ${'filename="'.repeat(100_000)}x`,
    ];
    for (const head of heads) {
      const part = Buffer.from(`--a-boundary-of-a-test\r\n${head}\r\n\r\nvalue\r\n`, 'latin1');
      // The plate is missing, so no vehicle is registered even if the form is accepted.
      const body = Buffer.concat([...but(fields(), 'licencePlate').flatMap(partBytes), part, formOf([])]);
      expect(blamed(await send(body)), head.slice(0, 80)).to.be.oneOf(['400 body', '400 licencePlate']);
    }
    await expectUntouched();
    expect(({} as { value?: string }).value).to.equal(undefined);
  });

  // Proves: malformed-request-is-4xx, document-presence-shown, document-up-to-10-mb
  it('with a document of exactly ten megabytes, or with any file name, is accepted', async () => {
    const names = ['../../../etc/passwd', 'CON', '\u202efdp.exe', '😀'.repeat(200), 'a%00b.pdf', ''];
    const largest = document({ content: sized(LARGEST_DOCUMENT) });
    for (const sent of [largest, ...names.map((fileName) => document({ fileName }))]) {
      const answer = await send(formOf([...fields(), sent]));
      expect(answer.status, answer.text).to.equal(201);
      expect(JSON.parse(answer.text)).to.include({ hasRegistrationDocument: true });
    }
  });
});
