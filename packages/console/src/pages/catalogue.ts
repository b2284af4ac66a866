import type { CatalogueVersion, VehicleType } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { changesBetween } from './catalogue-changes.ts';

const VEHICLES: Readonly<Record<VehicleType, string>> = { auto: 'Automobile', bike: 'Deux-roues' };

/** The number of versions that are compared. */
const VERSIONS = 10;

/** The current catalogue, and the changes of the latest versions. */
export const cataloguePage: Route = {
  method: 'GET',
  path: '/catalogue',
  answer: async (_, { ports: { catalogue } }) => {
    const current = await catalogue.current();
    const numbers = Array.from(
      { length: Math.min(current.version, VERSIONS + 1) },
      (_, back) => current.version - back,
    );
    const versions = (await Promise.all(numbers.map((number) => catalogue.version(number)))).filter(
      (each) => each !== undefined,
    );
    return {
      title: current.version === 0 ? 'Aucun catalogue' : `Catalogue, version ${current.version}`,
      body: html`
        ${current.version > 0 && html`<p>${current.name}</p>`}
        ${table(
          'Formules',
          ['Nom', 'Véhicule'],
          current.coverages.map(({ coverage }) => [coverage.name, VEHICLES[coverage.vehicleType]]),
        )}
        <p><a class="button quiet" href="/what-if">Simuler un tarif sur les devis déjà créés</a></p>
        ${versions.slice(0, -1).map((version, at) => compared(version, versions[at + 1]))}
      `,
    };
  },
};

const compared = (version: CatalogueVersion, before: CatalogueVersion | undefined): Html =>
  table(
    `Modifications de la version ${version.version}`,
    ['Élément', 'Avant', 'Après'],
    before ? changesBetween(before, version).map(({ where, from, to }) => [where, from, to]) : [],
  );
