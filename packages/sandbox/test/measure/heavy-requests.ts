import { FORM_TYPE, formOf } from '../../../http/test/bad-input/form.ts';

interface Heavy {
  /** Request line and headers. */
  readonly head: string;
  readonly body: Uint8Array;
}

const json = (body: string, path = 'vehicle'): Heavy => ({
  head: `POST /api/v1.0/${path} HTTP/1.1\r\ncontent-type: application/json`,
  body: Buffer.from(body),
});
const form = (body: Uint8Array): Heavy => ({
  head: `POST /api/v1.0/vehicle HTTP/1.1\r\ncontent-type: ${FORM_TYPE['content-type']}`,
  body,
});
const address = (path: string): Heavy => ({ head: `GET /api/v1.0/${path} HTTP/1.1`, body: Buffer.alloc(0) });

const MEGABYTE = 1024 * 1024;
const filled = (make: (index: number) => string, [open, close]: string, size = MEGABYTE): string => {
  const items: string[] = [];
  for (let length = 2, index = 0; ; index += 1) {
    const item = make(index);
    length += Buffer.byteLength(item) + 1;
    if (length > size) return `${open}${items.join(',')}${close}`;
    items.push(item);
  }
};
/** A vehicle in which everything is good but one text. */
const vehicleOf = (brand: string): string =>
  JSON.stringify({
    type: 'auto',
    licencePlate: 'AB-1',
    brand,
    model: 'Corolla',
    year: 2021,
    firstRoadDate: '2021-06-01',
    carOriginalValue: 1,
    carMarketValue: 1,
    energy: 'essence',
    power: 7,
    noSeat: 5,
  });

export const JSON_HEADERS = { good: address('vehicle?limit=1') } as const;

/** The largest a caller can send, of every kind there is. */
export const HEAVY: Readonly<Record<string, Heavy>> = {
  'JSON: 524 000 arrays in each other': json(`${'['.repeat(MEGABYTE / 2)}${']'.repeat(MEGABYTE / 2)}`),
  'JSON: 174 000 objects in each other': json(`${'{"a":'.repeat(174_000)}1${'}'.repeat(174_000)}`),
  'JSON: a million opening brackets': json('['.repeat(MEGABYTE)),
  'JSON: as many fields as fit': json(filled((index) => `"${index.toString(36)}":0`, '{}')),
  'JSON: as many numbered fields as fit': json(filled((index) => `"${index}":0`, '{}')),
  'JSON: as many fields of one name as fit': json(filled(() => '"brand":0', '{}')),
  'JSON: as many numbers as fit': json(filled(() => '0', '[]')),
  'JSON: as many empty objects as fit': json(filled(() => '{}', '[]')),
  'JSON: a number of a million digits': json(`{"year":${'9'.repeat(MEGABYTE - 20)}}`),
  'JSON: a text of escapes': json(`{"brand":"${'\\u0041'.repeat(MEGABYTE / 6 - 10)}"}`),
  'JSON: a text of a megabyte': json(vehicleOf('x'.repeat(MEGABYTE - 300))),
  'JSON: a text of blanks': json(vehicleOf(' '.repeat(MEGABYTE - 300))),
  'JSON: a text of accents in the worst order': json(vehicleOf(`a${'\u0315\u0300'.repeat(MEGABYTE / 4 - 100)}`)),
  'JSON: a plate of blanks': json(vehicleOf('x').replace('AB-1', ' '.repeat(MEGABYTE - 300))),
  'JSON: a phone number of blanks': json(JSON.stringify({ phoneNumber: ' '.repeat(MEGABYTE - 50) }), 'quote/x/pay'),
  'JSON: a date of digits': json(vehicleOf('x').replace('2021-06-01', '2'.repeat(MEGABYTE - 300))),
  'form: 10 000 fields': form(formOf(Array(10_000).fill({ name: 'x', content: 'y' }))),
  'form: 50 000 files nobody asked for': form(formOf(Array(50_000).fill({ name: 'x', fileName: 'y', content: 'z' }))),
  'form: 12 MB in one field': form(formOf([{ name: 'x', content: 'x'.repeat(12 * MEGABYTE) }])),
  'form: 12 MB of line ends': form(formOf([{ name: 'x', fileName: 'y', content: '\r\n'.repeat(6 * MEGABYTE) }])),
  'form: 12 MB of half boundaries': form(
    formOf([{ name: 'x', fileName: 'y', content: '\r\n--a-boundary-of-a-tes'.repeat((12 * MEGABYTE) / 23) }]),
  ),
  'form: a head of a megabyte of file names': form(
    formOf([{ name: `x"; ${'filename="'.repeat(MEGABYTE / 10)}`, content: '' }]),
  ),
  'form: a head of a megabyte of names': form(formOf([{ name: 'name='.repeat(MEGABYTE / 5), content: '' }])),
  'form: 300 000 headers in one part': form(formOf([{ name: 'x', content: '', headers: 'a: b\r\n'.repeat(300_000) }])),
  'form: 10 MB of zeros as a document': form(
    formOf([{ name: 'registrationDocument', fileName: 'x', content: new Uint8Array(10 * MEGABYTE) }]),
  ),
  'query: 4 KB of escapes': address(`vehicle?${'%41=%41&'.repeat(500)}`),
  'query: 14 KB of ampersands': address(`vehicle?${'&'.repeat(14_000)}`),
  'path: 14 KB of escapes': address(`vehicle/${'%f0'.repeat(4_600)}`),
  'a header of a megabyte': { head: `GET / HTTP/1.1\r\nx: ${'x'.repeat(MEGABYTE)}`, body: Buffer.alloc(0) },
};
