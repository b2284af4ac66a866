import { expect } from 'chai';
import { inWords, isUnderWay, meaningOf, type Meaning } from '../src/asaci/statut.ts';

/** Each status of the authority's list: what it means for a request, and what operators read. */
const LISTED: Readonly<Record<number, readonly [Meaning, string]>> = {
  [0]: ['ok', 'accepted'],
  [121]: ['ok', 'accepted'],
  [122]: ['ok', 'accepted'],
  [123]: ['ok', 'accepted'],
  [124]: ['ok', 'accepted'],
  [-1]: ['duplicate', 'there is such a request already'],
  [-2]: ['unknown_code', 'the insurer is not known'],
  [-3]: ['unknown_code', 'the intermediary is not known'],
  [-4]: ['refused', 'no certificates are left in stock'],
  [-5]: ['refused', 'no certificates are left in stock'],
  [-6]: ['refused', 'the duration is not accepted'],
  [-7]: ['refused', 'the dates are not accepted'],
  [-8]: ['credentials', 'our credentials are not accepted'],
  [-12]: ['credentials', 'our credentials are not accepted'],
  [-13]: ['credentials', 'our credentials are not accepted'],
  [-14]: ['credentials', 'our credentials are not accepted'],
  [-15]: ['unavailable', 'the authority is in trouble'],
  [-16]: ['unavailable', 'the authority is in trouble'],
  [-17]: ['unavailable', 'the authority is in trouble'],
  [-22]: ['refused', 'the colour is not accepted'],
  [-26]: ['refused', 'the category is not accepted'],
  [-27]: ['refused', 'the energy is not accepted'],
  [-28]: ['refused', 'the genre is not accepted'],
  [-29]: ['refused', 'the usage is not accepted'],
  [-30]: ['refused', 'the type is not accepted'],
  [-34]: ['refused', 'the zone is not accepted'],
  [-35]: ['duplicate', 'another contract covers this vehicle'],
  [-37]: ['unavailable', 'too many requests'],
};

/** From -19 to -34 each is about a field, also those without words of their own. */
const ABOUT_FIELDS = Array.from({ length: 16 }, (_, index) => -19 - index);

describe('A status of the authority', () => {
  it('means what its list says, and is told with its number', () => {
    for (const [text, [meaning, words]] of Object.entries(LISTED)) {
      expect(meaningOf(Number(text)), text).to.equal(meaning);
      expect(inWords(Number(text))).to.equal(`${text}: ${words}`);
    }
  });

  it('is about a field from -19 to -34', () => {
    for (const statut of ABOUT_FIELDS) {
      expect(meaningOf(statut), `${statut}`).to.equal('refused');
      if (!(statut in LISTED)) expect(inWords(statut)).to.equal(`${statut}: a field or date is not accepted`);
    }
  });

  it('decides nothing where it is on no list', () => {
    const listed = [...Object.keys(LISTED).map(Number), ...ABOUT_FIELDS];
    for (let statut = -200; statut <= 200; statut += 1) {
      if (listed.includes(statut)) continue;
      expect(meaningOf(statut), `${statut}`).to.equal('unlisted');
      expect(inWords(statut)).to.equal(`${statut}: not a status that is known`);
    }
  });

  it('is of work under way where the certificate waits or is being made, and nowhere else', () => {
    for (let statut = -200; statut <= 200; statut += 1)
      expect(isUnderWay(statut), `${statut}`).to.equal([121, 122].includes(statut));
    expect(isUnderWay(null)).to.equal(false);
  });
});
