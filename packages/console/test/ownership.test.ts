import { expect } from 'chai';
import { ownershipOf } from '../src/access/proposals.ts';

/** People with and without an account, at the current and the former provider. */
const PEOPLE = [null, 'https://id.example', 'https://former.example'].flatMap((issuer) =>
  ['Awa', 'Koffi'].flatMap((name) =>
    (issuer === null ? [null] : ['u-1', 'u-2']).map((subject) => ({ name, issuer, subject })),
  ),
);
const PAIRS = PEOPLE.flatMap((proposer) => PEOPLE.map((person) => [proposer, person] as const));

describe('a proposal', () => {
  it('belongs to a person only if its author has the same account at the same provider, or a link for the same name', () => {
    for (const [proposer, person] of PAIRS) {
      const isSame = proposer.issuer === null ? proposer.name === person.name : proposer.subject === person.subject;
      const isOwn = proposer.issuer === person.issuer && isSame;
      const who = JSON.stringify([proposer, person]);
      expect(ownershipOf({ ...proposer, proposedBy: proposer.name }, person) === 'own', who).to.equal(isOwn);
      if (isOwn) continue;
      // Another’s only if the names differ and both people signed in the same way.
      const isAnother = proposer.issuer === person.issuer && proposer.name !== person.name;
      const expected = isAnother ? 'another' : 'unclear';
      expect(ownershipOf({ ...proposer, proposedBy: proposer.name }, person), who).to.equal(expected);
    }
  });
});
