import { expect } from 'chai';
import { badApiForAll } from './bad-api.ts';
import { blamed, short } from './bad-world.ts';
import { OPERATIONS } from './operations.ts';
import { BAD_IDS, NO_INTEGERS, ODD_INTEGERS } from './values.ts';

/** The values that these parameters accept; the list of vehicles finds nothing for a plate that no vehicle can have. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  language: ['fr', 'en'],
  type: ['quote.created', 'contract.opened,contract.started'],
  status: ['pending', 'expired'],
  endingFrom: ['2026-01-01', '2028-02-29'],
  endingTo: ['2026-01-01', '2028-02-29'],
  'listContracts licencePlate': ['a%20b', 'z'.repeat(20)],
};
const wordsOf = (operation: string, field: string): readonly string[] | undefined =>
  WORDS[`${operation} ${field}`] ?? WORDS[field];
const NO_WORDS = ['word', 'fr,', 'FR', 'quote.created,', '%00'];
/** Letters alone are a plate. */
const NO_PLATES = ['a', 'fr,', '%21%21', '%E2%80%AE', '%00', 'x'.repeat(21)];

/** Integers in range that are still refused: no event has such a position yet. */
const NOT_YET: Readonly<Record<string, number>> = { after: Number.MAX_SAFE_INTEGER };

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
const NO_TEXTS = BAD_IDS.filter((text) => text.length < 4_000 && !isEncoded(text));

const ODD_TEXTS = [
  ...BAD_IDS.filter((text) => text.length < 4_000 && isEncoded(text)),
  ...['x'.repeat(3_900), '%20', '%0a', '+'],
];

describe('a request with a bad or unusual address', () => {
  const { world, expectUntouched } = badApiForAll();

  for (const { name, method, path, query, body } of OPERATIONS) {
    const ask = (suffix: string, at = path) =>
      world.send({
        method,
        path: `${at}${suffix}`,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(good[name]) }),
      });

    const expectBlamed = async (asked: string, field: string) =>
      expect(blamed(await ask(`?${asked}`)), short(asked)).to.equal(`400 ${field}`);

    if (path.includes('{id}'))
      // Proves: malformed-request-is-4xx, odd-ids, 404-vehicle-not-found, 404-quote-not-found, 404-contract-not-found
      it(`gets 404 from ${name} for an invalid id`, async () => {
        const [, resource = ''] = path.split('/');
        for (const id of BAD_IDS)
          expect(blamed(await ask('', path.replace('{id}', id))), short(id)).to.equal(`404 ${resource}_not_found`);
        for (const id of ['', '/', 'a/b', '//'])
          expect(blamed(await ask('', path.replace('{id}', id))), id).to.match(/^404 \w*not_found$/);
      });

    for (const field of query) {
      const isInteger = field.schema.type === 'integer';
      // Proves: malformed-request-is-4xx, query-empty-or-twice, numbers-as-text
      it(`is refused by ${name} for a bad ${field.name}`, async () => {
        const { minimum = 1, maximum = 1 } = field.schema;
        const integers = [...NO_INTEGERS, ...ODD_INTEGERS, `${minimum - 1}`, `${maximum + 1}`];
        const isPlate = field.name === 'licencePlate';
        const words = wordsOf(name, field.name) ? (isPlate ? NO_PLATES : NO_WORDS) : [];
        for (const value of ['', ...(isInteger ? integers.filter((each) => each !== `${minimum}`) : words)])
          await expectBlamed(`${field.name}=${value}`, isEncoded(value) ? field.name : 'query');
        for (const value of NO_TEXTS) await expectBlamed(`${field.name}=${value}`, 'query');
        const twice = [`${field.name}=1&${field.name}=1`, `${field.name}=1&%${hex(field.name)}=2`];
        for (const query of [field.name, ...twice, `${field.name}=1&`.repeat(40)])
          await expectBlamed(query, field.name);
        // A list also names an unknown parameter; a single read ignores it.
        await expectBlamed(`x=1&${field.name}=&x`, `${field.name}${path.includes('{id}') ? '' : ' x'}`);
        await expectBlamed(`${field.name}=${'1'.repeat(10_000)}`, 'query');
      });

      // Proves: malformed-request-is-4xx, odd-ids
      it(`is accepted by ${name} if the ${field.name} is well-formed, even if it is unusual`, async () => {
        const { minimum, maximum } = field.schema;
        const words = wordsOf(name, field.name);
        const integers = [minimum, maximum].filter((value) => value !== NOT_YET[field.name]);
        for (const value of isInteger ? integers : (words ?? ODD_TEXTS)) {
          const { status, text } = await ask(`?${field.name}=${value}`);
          expect(status, `${short(String(value))}: ${text}`).to.equal(path.includes('{id}') ? 404 : 200);
          if (!isInteger && !words) expect(JSON.parse(text)).to.include({ total: 0 });
        }
      });
    }

    if (query.length > 0)
      // Proves: malformed-request-is-4xx
      it(`is refused by ${name} for a malformed query`, async () => {
        for (const value of ['a&'.repeat(60), '%'.repeat(5_000), '&'.repeat(5_000), `x=${'é'.repeat(2_100)}`])
          await expectBlamed(encodeURI(value), 'query');
      });
  }

  it('stores nothing if it is refused', expectUntouched);
});

/** Valid bodies, so that only the address can be wrong. */
const good: Readonly<Record<string, object>> = {
  changeExternalId: { externalId: 'another' },
  payQuote: { phoneNumber: '0701020304' },
};

const hex = (name: string): string => `${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
