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

  type Make = (fields: readonly Part[]) => Buffer;
  const but = (parts: readonly Part[], left: string): readonly Part[] => parts.filter(({ name }) => name !== left);
  const plus =
    (...more: readonly Part[]): Make =>
    (good) =>
      formOf([...good, ...more]);
  const branded =
    (part: Omit<Part, 'name'>): Make =>
    (good) =>
      formOf([...but(good, 'brand'), { name: 'brand', ...part }]);

  /** Made only for its test, as it is large. */
  const plusDocumentOf =
    (size: number): Make =>
    (good) =>
      plus(document({ content: sized(size) }))(good);

  /** Bad forms by their response, and then by the end of their test's title. */
  const bad: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
    '400 body': {
      'that is empty': () => Buffer.from('\r\n'),
      'that ends in the middle of a part': (good) => formOf(good).subarray(0, -200),
      'that ends before its last boundary': (good) => formOf(good, ''),
      'that ends within its last boundary': (good) => formOf(good).subarray(0, -10),
      'that ends in the middle of a file': (good) => plusDocumentOf(100_000)(good).subarray(0, -500),
      'with another boundary than declared': (good) =>
        Buffer.from(formOf(good).toString().replaceAll('a-boundary', 'b-boundary')),
      'whose lines end without a carriage return': (good) =>
        Buffer.from(formOf(good).toString().replaceAll('\r\n', '\n')),
      'of 10 000 parts': plus(...Array<Part>(10_000).fill({ name: 'x', content: '' })),
    },
    '400 type licencePlate brand model year firstRoadDate carOriginalValue carMarketValue energy power noSeat': {
      'without a single part': () => formOf([]),
    },
    '400 type licencePlate brand': {
      // The inner parts become parts of the outer form: two fields occur twice, and this one is empty.
      'with a form in it': (good) =>
        branded({ content: Buffer.concat([Buffer.from('\r\n'), formOf(good.slice(0, 2))]) })(good),
    },
    '400 brand': {
      'with a multipart part': branded({
        content: '--in\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--in--',
        headers: 'Content-Type: multipart/mixed; boundary=in\r\n',
      }),
      'with a field given ninety times': plus(...Array<Part>(80).fill({ name: 'brand', content: 'Toyota' })),
      'with a text that is half a character': branded({ content: Uint8Array.of(0x54, 0xf0, 0x9f) }),
      'with a field sent as a file': branded({ fileName: 'a.txt', content: 'Toyota' }),
    },
    [`400 ${FIELD}`]: { 'of 10 000 files': plus(...Array<Part>(10_000).fill(document())) },
    '413 payload_too_large': {
      'with a megabyte of text': plus({ name: 'x', content: 'x'.repeat(1024 * 1024) }),
      'with a document one byte too large': plusDocumentOf(LARGEST_DOCUMENT + 1),
      'with a document of twice the allowed size': plusDocumentOf(2 * LARGEST_DOCUMENT),
    },
    '422 invalid_document': {
      'with an empty document': plus(document({ content: '' })),
      // Proves: document-type-by-bytes
      'with a document that only claims to be a PDF': plus(
        document({ content: 'PDF', headers: 'Content-Type: application/pdf\r\n' }),
      ),
    },
  };

  for (const [expected, forms] of Object.entries(bad))
    for (const [what, make] of Object.entries(forms))
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
