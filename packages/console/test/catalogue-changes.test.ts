import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import type { CatalogueDefinition } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { changesBetween } from '../src/pages/catalogue-changes.ts';

/** The catalogue with every occurrence of a text in its JSON replaced. */
const replaced = (catalogue: CatalogueDefinition, text: string, by: string): CatalogueDefinition =>
  JSON.parse(JSON.stringify(catalogue).replaceAll(text, by)) as CatalogueDefinition;

describe('the changes of a catalogue', () => {
  const catalogue = sandboxCatalogue();
  const changes = (text: string, by: string) =>
    changesBetween(catalogue, replaced(catalogue, text, by)).map(({ where, from, to }) =>
      [where, from, to].map((each) => each?.replaceAll(/\s/g, ' ')),
    );

  it('are named and counted as people would do it', () => {
    expect(changes('"basisPoints":1450', '"basisPoints":1525')[0]).to.deep.equal([
      'Tiers › Tarif › Taxes et contributions › Taxe sur les assurances (14,5 %) › Taux',
      '14,5 %',
      '15,25 %',
    ]);
    expect(changes('"greatestVehicleAge":null', '"greatestVehicleAge":20')[0]).to.deep.equal([
      'Tiers › Tarif › Âge maximal du véhicule',
      'sans limite',
      '20',
    ]);
    expect(changes('"amount":7950', '"amount":12500')[0]).to.deep.equal([
      'Tiers › Tarif › Prime nette › Défense et recours › Montant',
      '7 950 FCFA',
      '12 500 FCFA',
    ]);
  });

  it('distinguish the kind of a tax from the computation of its amount', () => {
    const tax = 'Tiers › Tarif › Taxes et contributions › Taxe sur les assurances (14,5 %)';
    expect(changes('"kind":"tax"', '"kind":"levy"')).to.deep.include([`${tax} › Nature`, 'taxe', 'contribution']);
    expect(changes('"kind":"rate"', '"kind":"fixed"')).to.deep.include([
      `${tax} › Mode de calcul`,
      'taux',
      'montant fixe',
    ]);
  });

  it('name every part and every fixed value in French', () => {
    const whole = changesBetween({ name: '', coverages: [] }, catalogue);
    expect(whole.length).to.be.greaterThan(100);
    for (const { where, to } of whole) {
      // Every word of a path begins with a capital, unlike the keys of the file.
      for (const part of where.split(' › ')) expect(part, where).to.match(/^(?:\p{Lu}|\d|n° )/u);
      if (!/› (?:Code|Assureur|Conditions|Assiette › n° \d+)$/.test(where))
        expect(to, where).to.not.match(/^[a-z]+_[a-z_]+$/);
    }
  });
});
