import { instantOf, type ContractFacts, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { mock } from 'node:test';
import { getDocumentProxy } from 'unpdf';
import { breakLines } from '../src/layout/break-lines.ts';
import { covering, fullFacts, lifted, usualFacts, withClauses } from './facts.ts';
import { contractDocument, expectNoLonelySignatures, pagesOf, textOf } from './reading.ts';

const longFacts = covering(60);

describe('the papers of a contract', () => {
  // Proves: contract-document
  it('list the premium line by line, to the franc', async () => {
    const lines = [
      ...['Responsabilité civile 66 885 FCFA', 'Défense et recours 7 950 FCFA', 'Personnes transportées 7 500 FCFA'],
      ...['Complément de prime minimale 3 165 FCFA', 'Prime nette 85 500 FCFA'],
      ...['Accessoires 7 000 FCFA', 'Carte verte 500 FCFA', 'Taxe sur les assurances 89 335 × 14,5 % 12 954 FCFA'],
      ...['Fonds de garantie automobile 66 885 × 2 % 1 338 FCFA', 'Carte brune CEDEAO 1 000 FCFA'],
      ...['Timbre 800 FCFA', 'Total des taxes et contributions 16 092 FCFA', 'Prime totale TTC 109 092 FCFA'],
    ];
    expect(await textOf(lifted(usualFacts))).to.include(lines.join(' '));
  });

  it('continue a long list of guarantees on further pages with its titles', async () => {
    const pages = await pagesOf(longFacts);
    const carrying = pages.filter((page) => page.includes('Garantie numéro'));
    expect(carrying).to.have.length.above(2);
    for (const page of carrying) expect(page).to.include('Garantie Ce qui est couvert');
    for (let at = 1; at <= 60; at += 1) expect(pages.join(' ')).to.include(`Garantie numéro ${at} Ce que couvre`);
  });

  // Proves: contract-document
  it('have page numbers and the policy number on each page', async () => {
    const pages = await pagesOf(longFacts);
    pages.forEach((page, at) => {
      expect(page).to.include(`Page ${at + 1} / ${pages.length}`);
      expect(page).to.include('VI-7-2026-000042');
    });
    expect(await pagesOf(usualFacts)).to.have.length(2);
  });

  it('have title, author, language and creation date as properties, and always the same bytes', async () => {
    const { mock: timers } = mock.method(globalThis, 'setTimeout');
    const [pdf, again] = [await contractDocument.render(usualFacts), await contractDocument.render(usualFacts)];
    timers.restore();
    const limits = timers.calls.map((call) => call.arguments[1]);
    expect(limits, 'timeout of a drawing in milliseconds').to.include(60_000);
    expect(Buffer.compare(pdf, again)).to.equal(0);
    const { info } = await (await getDocumentProxy(pdf)).getMetadata();
    expect(info).to.include({
      Title: 'Conditions particulières – Assurance automobile – Police n° VI-7-2026-000042',
      Author: 'Lagune Courtage Assurances',
      CreationDate: 'D:20261101091200Z',
      Language: 'fr-FR',
    });
  });

  // Proves: papers-contain-legal-items
  it('contain the insurer, limits, territory, start and payment', async () => {
    const text = await textOf(fullFacts);
    const said = [
      'Société anonyme au capital de 5 000 000 000 FCFA',
      'RCCM : CI-ABJ-2020-B-1234',
      'SARL 3 rue du Commerce, Abidjan Agrément : C-77 Téléphone : +225 27 20 11 11 11',
      'Agrément : Agrément 10-2020',
      'Sinistres : +225 27 20 00 00 00',
      'sinistres@golfe.example',
      'Étendue territoriale : Côte d’Ivoire et CEDEAO.',
      'Total payé 105 674 FCFA',
      'Valeur à neuf 18 500 000 FCFA Valeur vénale 13 200 000 FCFA',
      'Montants en francs CFA (XOF). Mode de paiement Wave Prime payée le 1er novembre 2026 à 09 h 11',
      'Référence du paiement 00000005',
      'Le contrat est également régi par les conditions générales suivantes : Conditions générales Véhicules, version 2026-1.',
      'Elles portent sur les sujets suivants : estimation des dommages. Elles contiennent toutes les autres dispositions du contrat.',
      'Ce qui n’est pas garanti Le dommage causé exprès. La course.',
      'Prescription Deux ans après l’événement.',
      'Pour l’assureur Mariam Touré Directrice générale',
      'Le souscripteur',
      'Fait le 1er novembre 2026.',
    ];
    for (const each of said) expect(text).to.include(each);
  });

  // Proves: papers-contain-legal-items
  it('omit unknown facts about parties, vehicle and terms', async () => {
    const bare = await textOf(usualFacts);
    for (const label of ['RCCM', 'Agrément', 'châssis', 'Étendue', 'Franchise', 'Total payé', 'Conditions du contrat'])
      expect(bare).to.not.include(label);
    expect(bare)
      .to.include('Pour l’assureur, l’intermédiaire')
      .and.not.match(/ [-–—] (?!Assurance)/);
  });

  it('let cover begin on the start date, at the hour of payment if that is the same day', async () => {
    const paid = (completed: string, day: string, effectHour: string): ContractFacts => ({
      ...fullFacts,
      conditions: fullFacts.conditions && { ...fullFacts.conditions, effectHour },
      contract: { ...fullFacts.contract, paidOn: day as LocalDate },
      payment: fullFacts.payment && { ...fullFacts.payment, completed: instantOf(completed) },
    });
    const cases = [
      ['2026-11-01T09:11:48Z', '2026-11-01', '00:00', '09 h 11', '1er novembre'],
      ['2026-11-01T09:11:48Z', '2026-11-01', '12:00', '12 h 00', '1er novembre'],
      ['2026-10-30T18:00:00Z', '2026-10-30', '00:00', '00 h 00', '30 octobre'],
    ] as const;
    for (const [completed, day, hour, begins, on] of cases)
      expect(await textOf(paid(completed, day, hour)))
        .to.include(`Prise d’effet : 1er novembre 2026 à ${begins}. Échéance : 31 octobre 2027 à 24 h 00.`)
        .and.to.include('Prise d’effet 1er novembre 2026')
        .and.to.include(`Prime payée le ${on} 2026`);
  });

  it('print a single deductible, and without clauses list only the subjects of the general conditions', async () => {
    const { coverage } = usualFacts.quote;
    const properties = coverage.properties.map((each, at) => ({
      ...each,
      ...(at === 1 && { deductible: '5 % du dommage' }),
    }));
    const quote = { ...usualFacts.quote, coverage: { ...coverage, properties } };
    const general = { name: 'Conditions générales Véhicules', version: '2026-1', subjects: ['valuation' as const] };
    expect(await textOf({ ...usualFacts, quote, conditions: { code: 'motor', general, clauses: [] } }))
      .to.include('Montant garanti Franchise')
      .and.include('5 % du dommage')
      .and.include('Véhicules, version 2026-1. Elles portent sur les sujets suivants : estimation des dommages.')
      .and.not.include('Les autres dispositions');
  });

  // Proves: papers-in-two-languages
  it('are written in English on request, with the catalogue’s own translation', async () => {
    const text = await textOf(fullFacts, 'en');
    const said = [
      'Policy schedule Car insurance Translation for information. The French document alone is binding.',
      'from 1 November 2026 to 31 October 2027 inclusive',
      'Territory: Côte d’Ivoire and ECOWAS.',
      'What is not covered Damage done on purpose. Racing.',
      'Limitation of actions Two years after the event.',
      'Total paid 105,674 F CFA',
      'Use Private and business Fuel Petrol',
      'Value when new 18,500,000 F CFA Market value 13,200,000 F CFA',
      'Responsabilité civile',
    ];
    for (const each of said) expect(text).to.include(each);
    expect(text).to.not.include('Prescription').and.not.include('Souscripteur');
    expect(await textOf(withClauses(1, 3), 'en')).to.include('Clause 1 disposition disposition');
  });

  // Proves: papers-in-two-languages
  it('use every English translation of the catalogue, and leave the French text unchanged', async () => {
    const { coverage, premium } = fullFacts.quote;
    const french = [
      ...[coverage.name, coverage.description],
      ...coverage.properties.flatMap((each) => [each.label, each.description, each.limit, each.deductible]),
      ...premium.lines.map(({ label }) => label),
      ...[fullFacts.insurer.legalForm, fullFacts.insurer.signatory?.position],
    ].filter((text) => text !== undefined && text !== null);
    const translations = [...new Set(french)].map((text, at) => ({ text, english: `In English ${at};` }));
    const facts = { ...fullFacts, translations };
    const english = await textOf(facts, 'en');
    for (const { text, english: translated } of translations)
      expect(english).to.include(translated).and.not.include(text);
    expect(await textOf(facts)).to.equal(await textOf(fullFacts));
    expect(await textOf({ ...fullFacts, translations: [] }, 'en')).to.include('Frais de défense');
  });

  it('use the words for a motorbike, and never those for a car', async () => {
    const { vehicle, quote } = usualFacts;
    const bike: ContractFacts = {
      ...usualFacts,
      vehicle: { ...vehicle, type: 'bike', power: 125, energy: 'electric', year: 2020 },
      quote: { ...quote, usage: 'renting', premium: { ...quote.premium, lines: quote.premium.lines.slice(0, 5) } },
    };
    const french = await textOf(bike);
    for (const words of ['Assurance deux-roues', 'Deux-roues', '125 cm³', 'Électrique', 'Location', 'modèle 2020'])
      expect(french).to.include(words);
    expect(french).to.not.match(/automobile/i);
    expect(await textOf(bike, 'en'))
      .to.include('Motorbike insurance')
      .and.not.match(/\bcar\b/i);
  });

  it('print the longest plate on one line', async () => {
    for (const [licencePlate, language] of [
      ['W'.repeat(20), 'fr'],
      ['W'.repeat(20), 'en'],
      ['AA-123-AB-CDEFGHIJKL', 'fr'],
    ] as const) {
      const facts = { ...fullFacts, vehicle: { ...fullFacts.vehicle, licencePlate } };
      expect(await textOf(facts, language)).to.include(` ${licencePlate} `);
    }
  });

  // Proves: papers-are-set-with-care
  it('never end with a page that has only the signatures, after content of any length', async () => {
    // Without reserved room these signatures would be alone. papers-of-any-length.long.test.ts draws every length.
    for (const facts of [covering(15), withClauses(3, 40), withClauses(2, 320), withClauses(3, 200)])
      expectNoLonelySignatures(await pagesOf(facts));
  });

  // Proves: papers-are-set-with-care
  it('never break a figure from its sign or unit, in lines of any width', () => {
    const figures = ['500 000 000 FCFA', '1 000 F CFA', '89 335 × 14,5 %', '09 h 12', '9 CV', '+225 07 01 02 03 04'];
    const figure = fc.constantFrom(...figures);
    const word = fc.constantFrom('au', 'moins', 'par', 'personne', '« Tiers »', 'dont :');
    const text = fc.array(
      fc.tuple(figure, word).map((pair) => pair.join(' ')),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 22, max: 60 }), (parts, width) => {
        const lines = breakLines(parts.join(' '), width, (line) => line.length);
        expect(lines.join(' ')).to.equal(parts.join(' '));
        for (const half of HALVES) for (const line of lines) expect(line).to.not.match(half);
      }),
    );
  });
});

/** What a line would begin or end with if a figure were broken. */
const HALVES = [/^(?:F?CFA|F CFA|%|CV|h \d|×|:|»|000|07|01|02|03|04|335|14,5 %|12)/, /(?:×|«|\d F|\d h|500|225)$/];
