import type { CatalogueVersion } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { changesBetween } from './catalogue-changes.ts';

/** How many versions are compared. */
const VERSIONS = 10;

/** The catalogue on offer, and what each version changed in the one before. */
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
      title: current.version === 0 ? 'Aucun catalogue' : `${current.name}, version ${current.version}`,
      body: html`
        ${table(
          'Formules',
          ['Nom', 'Véhicule', 'Identifiant'],
          current.coverages.map(({ coverage }) => [coverage.name, coverage.vehicleType, coverage.id]),
        )}
        <p><a class="button quiet" href="/what-if">Essayer un tarif sur les devis passés</a></p>
        ${versions.slice(0, -1).map((version, at) => compared(version, versions[at + 1]))}
      `,
    };
  },
};

const compared = (version: CatalogueVersion, before: CatalogueVersion | undefined): Html =>
  table(
    `Ce que la version ${version.version} a changé`,
    ['Où', 'Avant', 'Après'],
    before ? changesBetween(before, version).map(({ where, from, to }) => [where, from, to]) : [],
  );
