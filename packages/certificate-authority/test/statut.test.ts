import { expect } from 'chai';
import type { StatusMeaning } from '@vehicle-insurance/core';
import { isPendingStatut, meaningOf, problemOfStatut, type Meaning } from '../src/asaci/statut.ts';

/** Each status of the authority's list, with its meaning for a request and its subject. */
const LISTED: Readonly<Record<number, readonly [Meaning, StatusMeaning]>> = {
  [0]: ['ok', 'accepted'],
  [121]: ['ok', 'accepted'],
  [122]: ['ok', 'accepted'],
  [123]: ['ok', 'accepted'],
  [124]: ['ok', 'accepted'],
  [-1]: ['duplicate', 'duplicate'],
  [-2]: ['unknown_code', 'insurer_unknown'],
  [-3]: ['unknown_code', 'intermediary_unknown'],
  [-4]: ['refused', 'out_of_stock'],
  [-5]: ['refused', 'out_of_stock'],
  [-6]: ['refused', 'duration_refused'],
  [-7]: ['refused', 'dates_refused'],
  [-8]: ['credentials', 'credentials_refused'],
  [-12]: ['credentials', 'credentials_refused'],
  [-13]: ['credentials', 'credentials_refused'],
  [-14]: ['credentials', 'credentials_refused'],
  [-15]: ['unavailable', 'unavailable'],
  [-16]: ['unavailable', 'unavailable'],
  [-17]: ['unavailable', 'unavailable'],
  [-22]: ['refused', 'colour_refused'],
  [-26]: ['refused', 'category_refused'],
  [-27]: ['refused', 'energy_refused'],
  [-28]: ['refused', 'genre_refused'],
  [-29]: ['refused', 'usage_refused'],
  [-30]: ['refused', 'type_refused'],
  [-34]: ['refused', 'zone_refused'],
  [-35]: ['duplicate', 'vehicle_covered'],
  [-37]: ['unavailable', 'too_many_requests'],
};

/** Each status from -19 to -34 is about a field, even if the list gives it no meaning of its own. */
const ABOUT_FIELDS = Array.from({ length: 16 }, (_, index) => -19 - index);

const problem = (status: number, meaning: StatusMeaning) => ({ code: 'authority_status', status, meaning });

describe('a status of the authority', () => {
  it('has the meaning and the subject from the authority’s list', () => {
    for (const [text, [meaning, about]] of Object.entries(LISTED)) {
      expect(meaningOf(Number(text)), text).to.equal(meaning);
      expect(problemOfStatut(Number(text))).to.deep.equal(problem(Number(text), about));
    }
  });

  it('is about a field from -19 to -34', () => {
    for (const statut of ABOUT_FIELDS) {
      expect(meaningOf(statut), `${statut}`).to.equal('refused');
      if (!(statut in LISTED)) expect(problemOfStatut(statut)).to.deep.equal(problem(statut, 'field_refused'));
    }
  });

  it('leaves the request undecided if it is not on the list', () => {
    const listed = [...Object.keys(LISTED).map(Number), ...ABOUT_FIELDS];
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
