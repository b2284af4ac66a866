import { findMissingTerms, type CatalogueDefinition, type Conditions, type Insurer } from '@vehicle-insurance/core';
import { aCoverage } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { CLAUSE_SUBJECTS, type ClauseSubject } from '../../src/domain/coverage/policy-conditions.ts';
import { papersOf } from '../../src/domain/coverage/papers.ts';
import { aTariff } from './a-tariff.ts';

const INSURER: Insurer = {
  ...{ code: 'own', name: 'Assureur', legalForm: 'S.A.', address: 'Abidjan' },
  ...{ tradeRegister: 'RCCM-1', licence: 'A-1' },
};

const clausesOn = (...subjects: readonly ClauseSubject[]): Conditions['clauses'] =>
  subjects.map((subject) => ({ subject, title: { text: subject }, text: 'dit' }));

const NEEDED = CLAUSE_SUBJECTS.filter((subject) => subject !== 'other');
const CONDITIONS: Conditions = {
  code: 'motor',
  territory: { text: 'Zone CIMA' },
  effectHour: '00:00',
  clauses: clausesOn(...NEEDED),
};

const GUARANTEES = [{ label: 'Vol', description: null, limit: 'Valeur vénale' }];
const OFFERED = {
  coverage: aCoverage({ insurer: 'own', conditions: 'motor', properties: GUARANTEES }),
  tariff: aTariff(),
};

const catalogue = (over: Partial<CatalogueDefinition> = {}): CatalogueDefinition => ({
  ...{ name: 'Catalogue', insurers: [INSURER], conditions: [CONDITIONS], coverages: [OFFERED] },
  ...over,
});

const covering = (over: Parameters<typeof aCoverage>[0], tariff = aTariff()): CatalogueDefinition =>
  catalogue({ coverages: [{ coverage: { ...OFFERED.coverage, ...over }, tariff }] });

const without = <Terms extends object>(terms: Terms, ...names: readonly (keyof Terms)[]): Terms =>
  Object.fromEntries(Object.entries(terms).filter(([name]) => !names.includes(name as keyof Terms))) as Terms;

const missing = (definition: CatalogueDefinition): string | undefined => {
  const [message, ...more] = findMissingTerms(definition);
  expect(more).to.deep.equal([]);
  return message?.replace('The contract of "Tiers" is missing: ', '');
};

describe('the terms of article 8 that a contract does not state', () => {
  it('are an empty list if the catalogue states them all', () => {
    expect(findMissingTerms(catalogue())).to.deep.equal([]);
  });

  it('are listed in one line: insurer, terms and each guarantee', () => {
    const bare = catalogue({ insurers: [], conditions: [] });
    expect(missing(bare)).to.equal('the insurer ("insurer"), its terms ("conditions").');
    for (const field of ['legalForm', 'address', 'tradeRegister', 'licence'] as const)
      expect(missing(catalogue({ insurers: [without(INSURER, field)] }))).to.equal(`the insurer’s "${field}".`);
    for (const [term, named] of [
      ['territory', 'the territory'],
      ['effectHour', 'the hour at which cover begins'],
    ] as const)
      expect(missing(catalogue({ conditions: [without(CONDITIONS, term)] }))).to.equal(`${named} ("${term}").`);
    const properties = [
      { label: 'Vol', description: null },
      { label: 'Incendie', description: null, limit: 'Valeur vénale' },
      { label: 'Bris de glaces', description: null },
    ];
    expect(missing(covering({ properties }))).to.equal('the "limit" of "Vol", the "limit" of "Bris de glaces".');
  });

  it('include each clause that is neither printed nor in the general conditions', () => {
    for (const subject of NEEDED) {
      const clauses = clausesOn(...NEEDED.filter((each) => each !== subject));
      expect(missing(catalogue({ conditions: [{ ...CONDITIONS, clauses }] }))).to.equal(`a clause on "${subject}".`);
      const general = { name: 'Conditions générales', version: '2026', subjects: [subject] };
      expect(findMissingTerms(catalogue({ conditions: [{ ...CONDITIONS, clauses, general }] }))).to.deep.equal([]);
    }
    const none = catalogue({ conditions: [{ ...CONDITIONS, clauses: clausesOn('other') }] });
    expect(missing(none)).to.equal(`${NEEDED.map((subject) => `a clause on "${subject}"`).join(', ')}.`);
  });

  it('are listed for each coverage, by its own insurer and terms', () => {
    const other = { ...INSURER, code: 'other', licence: 'A-2' };
    const poor = { ...without(CONDITIONS, 'territory'), code: 'poor' };
    const second = { ...OFFERED, coverage: { ...OFFERED.coverage, name: 'Vol', insurer: 'other', conditions: 'poor' } };
    const both = catalogue({
      insurers: [without(INSURER, 'licence'), other],
      conditions: [CONDITIONS, poor],
      coverages: [OFFERED, second],
    });
    expect(findMissingTerms(both)).to.deep.equal([
      'The contract of "Tiers" is missing: the insurer’s "licence".',
      'The contract of "Vol" is missing: the territory ("territory").',
    ]);
    expect(papersOf(both, second.coverage)).to.deep.equal({ insurer: other, conditions: poor, translations: [] });
    expect(papersOf({}, {})).to.deep.equal({ insurer: null, conditions: null, translations: [] });
  });

  it('include each French text that the English papers would print once, if there are translations', () => {
    const signatory = { name: 'Mariam Touré', position: 'Directrice' };
    const spoken = {
      ...covering(
        {
          description: 'Au tiers',
          properties: [
            { label: 'Vol', description: 'De jour', limit: 'Valeur vénale', deductible: 'Néant' },
            { label: 'Vol', description: null, limit: 'Valeur vénale' },
          ],
        },
        aTariff({ minimumPremium: { label: 'Prime minimale', amounts: { 3: 1, 6: 1, 12: 1 } } }),
      ),
      translations: [
        { text: 'Tiers', english: 'Third party' },
        { text: 'Taxe', english: 'Tax' },
      ],
      insurers: [{ ...INSURER, signatory }],
      conditions: [
        {
          ...CONDITIONS,
          clauses: [
            { subject: 'other' as const, title: { text: 'Titre', english: 'Title' }, text: 'dit', english: 'said' },
            { subject: 'other' as const, title: { text: 'Sans titre' }, text: 'dit', english: 'said' },
            { subject: 'other' as const, title: { text: 'Sans texte', english: 'No text' }, text: 'dit' },
            ...clausesOn(...NEEDED).map((clause) => ({
              ...clause,
              ...{ title: { ...clause.title, english: 'Title' }, english: 'said' },
            })),
          ],
        },
      ],
    };
    const printed = [
      ...['Au tiers', 'Vol', 'De jour', 'Valeur vénale', 'Néant'],
      ...['rc', 'dr', 'passengers', 'Accessoires', 'FGA', 'Carte brune', 'Prime minimale'],
      ...['S.A.', 'Directrice'],
    ];
    const ofTerms = ['Zone CIMA', 'Sans titre', 'Sans texte'];
    const message = (...texts: readonly string[]) =>
      `The English contract of "Tiers" contains French texts: ${texts.map((text) => `"${text}"`).join(', ')}.`;
    expect(findMissingTerms(spoken)).to.deep.equal([message(...printed, ...ofTerms)]);
    const all = [...spoken.translations, ...printed.map((text) => ({ text, english: `${text} in English` }))];
    expect(findMissingTerms({ ...spoken, translations: all })).to.deep.equal([message(...ofTerms)]);
    const english = { text: 'Zone CIMA', english: 'CIMA zone' };
    const conditions = spoken.conditions.map((each) => ({
      ...each,
      ...{ territory: english, clauses: each.clauses.filter(({ title }) => !ofTerms.includes(title.text)) },
    }));
    expect(findMissingTerms({ ...spoken, conditions, translations: all })).to.deep.equal([]);
    expect(findMissingTerms({ ...spoken, translations: [] })).to.deep.equal([]);
  });
});
