import { expect } from 'chai';
import type { StatusMeaning } from '@vehicle-insurance/core';
import { isPendingStatut, meaningOf, problemOfStatut, type Meaning } from '../src/asaci/statut.ts';

/** The statuses of the authority’s list, by their meaning for a request and their subject. */
const LIST: readonly (readonly [Meaning, StatusMeaning, ...number[]])[] = [
  ['ok', 'accepted', 0, 121, 122, 123, 124],
  ['duplicate', 'duplicate', -1],
  ['duplicate', 'vehicle_covered', -35],
  ['unknown_code', 'insurer_unknown', -2],
  ['unknown_code', 'intermediary_unknown', -3],
  ['refused', 'out_of_stock', -4, -5],
  ['refused', 'duration_refused', -6],
  ['refused', 'dates_refused', -7],
  ['refused', 'colour_refused', -22],
  ['refused', 'category_refused', -26],
  ['refused', 'energy_refused', -27],
  ['refused', 'genre_refused', -28],
  ['refused', 'usage_refused', -29],
  ['refused', 'type_refused', -30],
  ['refused', 'zone_refused', -34],
  ['credentials', 'credentials_refused', -8, -12, -13, -14],
  ['unavailable', 'unavailable', -15, -16, -17],
  ['unavailable', 'too_many_requests', -37],
];
const LISTED = LIST.flatMap(([, , ...statuses]) => statuses);

/** Each status from -19 to -34 is about a field, even if the list gives it no meaning of its own. */
const ABOUT_FIELDS = Array.from({ length: 16 }, (_, index) => -19 - index);

const problem = (status: number, meaning: StatusMeaning) => ({ code: 'authority_status', status, meaning });

describe('a status of the authority', () => {
  it('has the meaning and the subject from the authority’s list', () => {
    for (const [meaning, about, ...statuses] of LIST)
      for (const statut of statuses) {
        expect(meaningOf(statut), `${statut}`).to.equal(meaning);
        expect(problemOfStatut(statut)).to.deep.equal(problem(statut, about));
      }
  });

  it('is about a field from -19 to -34', () => {
    for (const statut of ABOUT_FIELDS) {
      expect(meaningOf(statut), `${statut}`).to.equal('refused');
      if (!LISTED.includes(statut)) expect(problemOfStatut(statut)).to.deep.equal(problem(statut, 'field_refused'));
    }
  });

  it('leaves the request undecided if it is not on the list', () => {
    const listed = [...LISTED, ...ABOUT_FIELDS];
    for (let statut = -200; statut <= 200; statut += 1) {
      if (listed.includes(statut)) continue;
      expect(meaningOf(statut), `${statut}`).to.equal('unlisted');
      expect(problemOfStatut(statut)).to.deep.equal(problem(statut, 'unlisted'));
    }
  });

  it('means work in progress only if the certificate waits or is being generated', () => {
    for (let statut = -200; statut <= 200; statut += 1)
      expect(isPendingStatut(statut), `${statut}`).to.equal([121, 122].includes(statut));
    expect(isPendingStatut(null)).to.equal(false);
  });
});
