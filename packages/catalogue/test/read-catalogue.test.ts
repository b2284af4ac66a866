import { expect } from 'chai';
import { readCatalogue, sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';

const wordsOf = (file: unknown): readonly string[] => {
  const read = readCatalogue(file);
  return read.isErr() ? read.error.map(({ where, message }) => `${where}: ${message}`) : [];
};

const RC = 'tariffs/auto/components/0/price';
const DURATIONS = 'tariffs/auto/coefficients/duration/basisPoints';
const POINTS = 'a whole number of basis points from 0 to';
const FRANCS = 'a whole number of francs from 0 to 1 000 000 000';
const TEXT = 'a text of 1 to 200 characters, without bidirectional controls';

type Changes = Readonly<Record<string, unknown>>;

/** The valid file, with the value at each path replaced, or removed if it becomes undefined. */
const changed = (changes: Changes): unknown => {
  const file: unknown = structuredClone(sandboxCatalogueFile);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((thing, key) => thing[key] as Record<string, unknown>, file as Record<string, unknown>);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return file;
};

describe('a catalogue file', () => {
  it('that is valid is read, and can be stored as JSON', () => {
    const read = readCatalogue(sandboxCatalogueFile).unwrap();
    const codesOf = (at: number) => read.coverages[at]?.tariff.components.map(({ code }) => code).join(' ');
    expect(read.coverages.map(({ coverage }, at) => `${coverage.name}: ${codesOf(at)}`)).to.deep.equal([
      'Tiers: rc dr passengers',
      'Tiers + vol et incendie: rc dr passengers fire theft glass',
      'Tous risques: rc dr passengers fire theft glass damage assistance',
      'Tiers deux-roues: rc dr riders',
      'Tiers deux-roues + vol et incendie: rc dr riders fire theft',
    ]);
    expect(JSON.parse(JSON.stringify(read))).to.deep.equal(read);
    const file = sandboxCatalogueFile as CatalogueFile;
    for (const [at, { greatestVehicleAge, minimumPremium }] of file.coverages.entries())
      expect(read.coverages[at]?.tariff).to.deep.include({ greatestVehicleAge, minimumPremium });
    const codes = ['passengers', 'rc'];
    const [first] = readCatalogue(changed({ 'coverages/0/components': codes })).unwrap().coverages;
    const own = first?.tariff.components.map(({ code }) => code);
    expect(own, 'in the order of the coverage').to.deep.equal(codes);
  });

  it('accepts each figure up to its maximum, which keeps every premium exact, and none above or below zero', () => {
    for (const [path, greatest] of Object.entries({
      'tariffs/auto/taxes/0/charge/basisPoints': 10_000,
      'tariffs/auto/fees/0/amounts/3': 1_000_000_000,
      'tariffs/auto/coefficients/usage/basisPoints/renting': 50_000,
      'coverages/0/commission': 10_000,
      'coverages/0/greatestVehicleAge': 200,
    })) {
      expect(wordsOf(changed({ [path]: greatest })), path).to.deep.equal([]);
      for (const wrong of [greatest + 1, -1]) expect(wordsOf(changed({ [path]: wrong })), path).to.have.length(1);
    }
  });

  it('that is not an object, or is empty, is refused with its required content', () => {
    for (const nothing of [null, 'catalogue', 3, [], undefined])
      expect(wordsOf(nothing)).to.deep.equal([
        'the catalogue: must be an object with "name", "tariffs" and "coverages"',
      ]);
    expect(wordsOf({})).to.deep.equal([
      `the catalogue: "name" is missing; it must be ${TEXT}`,
      'the catalogue: "tariffs" is missing; it must be an object with a tariff for each vehicle type: auto, bike',
      'the catalogue: "coverages" is missing; it must be a list of 1 to 200 coverages',
    ]);
  });

  const bands = [{ upTo: null, amount: 1 }];
  const cases: Readonly<Record<string, readonly [changes: Changes, ...words: string[]]>> = {
    'a negative amount and one in quotes': [
      { [`${RC}/rows/0/bands/1/amount`]: -5, [`${RC}/rows/0/bands/2/amount`]: '102345' },
      ...[2, 3].map((band) => `tariff auto, component "rc", price, row 1, band ${band}, amount: must be ${FRANCS}`),
    ],
    'a fractional rate': [
      { 'tariffs/auto/taxes/0/charge/basisPoints': 14.5 },
      `tariff auto, tax "tax", charge, basisPoints: must be ${POINTS} 10 000 (1 450 is 14.5 %)`,
    ],
    'an unknown kind of price, and a price without a kind': [
      { 'tariffs/auto/components/1/price/kind': 'free', 'tariffs/auto/components/2/price/kind': undefined },
      ...['dr', 'passengers'].map(
        (code) => `tariff auto, component "${code}", price: "kind" must be one of fixed, per_seat, lookup, rate`,
      ),
    ],
    'a price without an amount': [
      { 'tariffs/auto/components/7/price/amount': undefined },
      `tariff auto, component "assistance", price: "amount" is missing; it must be ${FRANCS}`,
    ],
    'a misspelt field': [
      { 'tariffs/bike/fees/0/lable': 'Accessoires' },
      'tariff bike, fee "policy_fee": "lable" is not known here; use one of "code", "label", "amounts", "source"',
    ],
    'a coefficient missing for a duration': [
      { [`${DURATIONS}/6`]: undefined },
      `tariff auto, coefficients, duration, basisPoints: "6" is missing; it must be ${POINTS} 50 000 (2 800 is 28 %, ` +
        '13 000 is 130 %)',
    ],
    'overlapping bands': [
      { [`${RC}/rows/1/bands/2/upTo`]: 4 },
      'tariff auto, component "rc", price, row 2, band 3: ends at 4, but the band before it ends at 4, so the two overlap; ' +
        'make "upTo" rise from band to band',
    ],
    'a band without end before others': [
      { [`${RC}/rows/0/bands/2/upTo`]: null },
      'tariff auto, component "rc", price, row 1, band 3: has no end, so the bands after it are never used; ' +
        'only the last may be null',
    ],
    'two rows for one vehicle': [
      {
        'tariffs/auto/components/0/price/rows/2': { energies: ['electric', 'diesel'], usages: ['renting'], bands },
        'tariffs/auto/components/3/price/rows/1': { bands: [{ upTo: null, basisPoints: 1 }] },
      },
      ...[
        ['rc', 3, 'electric for renting', 1],
        ['rc', 3, 'diesel for renting', 2],
        ['fire', 2, 'essence for pleasure', 1],
      ].map(
        ([component, row, vehicle, other]) =>
          `tariff auto, component "${component}", price, row ${row}: prices ${vehicle}, as row ${other} does already; ` +
          'put each energy and usage in one row',
      ),
    ],
    'a code used twice, and a reserved one': [
      {
        'tariffs/bike/taxes/0/code': 'fire',
        'tariffs/bike/fees/1': { code: 'dr', label: 'Frais', amounts: { 3: 0, 6: 0, 12: 0 } },
        'tariffs/auto/fees/0/code': 'fees',
      },
      'tariff bike, fee "dr", code: "dr" is used twice; use each code once',
      'tariff bike, tax "fire", code: "fire" is used twice; use each code once',
      'tariff auto, fee "fees", code: "fees" is reserved; choose another code',
    ],
    'a tax on something that does not exist, or on a tax': [
      { 'tariffs/bike/taxes/1/charge/appliesTo': ['net', 'liability', 'fga'] },
      ...[
        [2, 'liability'],
        [3, 'fga'],
      ].map(
        ([entry, code]) =>
          `tariff bike, tax "fga", charge, appliesTo, entry ${entry}: "${code}" is not a component or fee of this ` +
          'tariff; use one of net, fees, rc, dr, riders, fire, theft, policy_fee',
      ),
    ],
    'a coverage with an unknown component, or with one component twice': [
      { 'coverages/3/components/3': 'glass', 'coverages/3/components/4': 'rc' },
      'coverage "Tiers deux-roues", components: "rc" is listed twice; list it once',
      'coverage "Tiers deux-roues", component 4: "glass" is not a component of the tariff for bike; ' +
        'use one of rc, dr, riders, fire, theft',
    ],
    'two coverages with one id': [
      { 'coverages/1/id': '01981c2e-6400-7a10-8c01-000000000001' },
      'coverage "Tiers + vol et incendie", id: "01981c2e-6400-7a10-8c01-000000000001" is used twice; use each id once',
    ],
    'no minimum for one duration, and one for an unknown duration': [
      { 'coverages/2/minimumPremium/amounts/9': 5, 'coverages/2/minimumPremium/amounts/3': undefined },
      `coverage "Tous risques", minimumPremium, amounts: "3" is missing; it must be ${FRANCS}`,
      'coverage "Tous risques", minimumPremium, amounts: "9" is not known here; use one of "3", "6", "12"',
    ],
    'an unknown insurer, a duplicate one, and duplicate conditions': [
      {
        'coverages/0/insurer': 'golfe',
        'coverages/0/conditions': 'fleet',
        'insurers/1': { code: 'sandbox', name: 'Assurances du Golfe' },
        'conditions/1': { code: 'motor', clauses: [] },
      },
      'insurer "sandbox", code: "sandbox" is used twice; use each code once',
      'coverage "Tiers", insurer: "golfe" is not in the catalogue; use one of sandbox',
      'coverage "Tiers", conditions: "fleet" is not in the catalogue; use one of motor',
      'conditions, entry "motor", code: "motor" is used twice; use each code once',
    ],
    'a signature that is not a drawing, and a fractional capital': [
      { 'insurers/0/signatory/signature/path': 'M0,0 A1,2 Z', 'insurers/0/capital': 0.5 },
      'insurer "sandbox", signatory, signature, path: must be the path of an SVG of at most 20 000 characters, each ' +
        'step written out: M, L with one point, C with three, Z, such as "M0,10 C5,0 10,20 15,10 Z"',
      'insurer "sandbox", capital: must be a whole number of francs from 0 to 1 000 000 000 000',
    ],
    'a clause on an unknown subject, an hour past midnight and an empty limit': [
      {
        'conditions/0/clauses/1/subject': 'theft',
        'conditions/0/effectHour': '24:00',
        'coverages/0/properties/0/limit': '',
      },
      'conditions, entry "motor", clause 2, subject: must be one of exclusions, declaration, sanctions, premium, ' +
        'renewal, termination, claims, valuation, settlement, prescription, other',
      'conditions, entry "motor", effectHour: must be an hour such as "00:00" or "12:00"',
      `coverage "Tiers", property "Responsabilité civile", limit: must be ${TEXT}`,
    ],
    'a translation of a text that does not occur, and a duplicate one': [
      { 'translations/1/text': 'Tiers payant', 'translations/3/text': 'Tiers', 'translations/4/english': '' },
      'translation 2, text: "Tiers payant" does not occur in the catalogue; copy the exact text',
      'translation 4, text: "Tiers" is used twice; use each text once',
      'translation 5, english: must be a text of 1 to 4 000 characters, without bidirectional controls',
    ],
  };
  for (const [what, [changes, ...words]] of Object.entries(cases))
    // Proves: catalogue-is-versioned-data
    it(`with ${what} is refused, and the error explains why`, () => {
      expect(wordsOf(changed(changes))).to.have.members(words);
    });

  it('with a fund’s levy as a fee or a component, or the liability as a tax, is refused with the right place', () => {
    for (const [path, code, message] of [
      ['fees/0', 'brown_card', 'fee "brown_card", code: "brown_card" is passed on to a fund; write it under "taxes"'],
      ['components/2', 'fga', 'component "fga", code: "fga" is passed on to a fund; write it under "taxes"'],
      ['taxes/0', 'rc', 'tax "rc", code: "rc" is the liability premium; write it under "components"'],
      ['fees/0', 'rc', 'fee "rc", code: "rc" is the liability premium; write it under "components"'],
      ['taxes/0', 'net', 'tax "net", code: "net" is reserved; choose another code'],
    ] as const)
      expect(wordsOf(changed({ [`tariffs/bike/${path}/code`]: code }))).to.include(`tariff bike, ${message}`);
  });

  // Proves: no-bidirectional-controls
  it('with a bidirectional control in a displayed text is refused', () => {
    for (const control of ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])
      expect(
        wordsOf(changed({ 'tariffs/bike/fees/0/label': `Frais${control}`, 'coverages/0/description': `${control}a` })),
      ).to.include.members([
        `tariff bike, fee "policy_fee", label: must be ${TEXT}`,
        'coverage "Tiers", description: must be a text of 1 to 1 000 characters without bidirectional controls, or null',
      ]);
  });

  it('without a tariff for one type of vehicle is refused', () => {
    expect(wordsOf(changed({ 'tariffs/bike': undefined }))).to.deep.equal([
      'coverage "Tiers deux-roues": needs a tariff for bike; add one under "tariffs"',
      'coverage "Tiers deux-roues + vol et incendie": needs a tariff for bike; add one under "tariffs"',
    ]);
  });

  it('is refused with all problems at once', () => {
    const all = Object.values(cases).reduce<Changes>((changes, [more]) => ({ ...changes, ...more }), {});
    const words = Object.values(cases).flatMap(([, ...expected]) => expected.map((line) => line.split(': ')[0]));
    expect(wordsOf(changed(all)).map((line) => line.split(': ')[0])).to.include.members(words);
  });

  it('with a list that is too long is refused without problems of its entries', () => {
    const bands = 'tariffs/auto/components/0/price/rows/1/bands';
    for (const [path, most, where, message] of [
      ['coverages', 200, 'coverages', 'a list of 1 to 200 coverages'],
      ['notes', 1_000, 'notes', 'a list of at most 1 000 texts for readers of the file'],
      ['coverages/0/components', 30, 'coverage "Tiers", components', 'a list of codes of components of its tariff'],
      ['tariffs/auto/components', 30, 'tariff auto, components', 'a list of 1 to 30 components'],
      ['tariffs/bike/taxes', 10, 'tariff bike, taxes', 'a list of at most 10 taxes and levies'],
      [bands, 100, 'tariff auto, component "rc", price, row 2, bands', 'a list of 1 to 100 bands'],
    ] as const) {
      const entries = Array<number>(most + 1).fill(0);
      expect(wordsOf(changed({ [path]: entries })), path).to.deep.equal([`${where}: must be ${message}`]);
    }
  });

  it('with too many problems is refused with a thousand of them, and the number of the others', () => {
    const translations = Array.from({ length: 2_000 }, (_, n) => ({ text: `nowhere ${n}`, english: '' }));
    const words = wordsOf(changed({ translations }));
    expect(words).to.have.length(1_001);
    expect(words.at(-1)).to.equal('the catalogue: has 3000 more problems; correct these first');
  });

  it('of any depth is read', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"Tiers"${']'.repeat(100_000)}`);
    expect(wordsOf(changed({ 'coverages/0/notes': deep }))).to.have.length(1);
  });
});
