import { expect } from 'chai';
import { whose } from '../src/access/proposals.ts';

/** People with and without an account, at the provider there is and at the one before it. */
const PEOPLE = [null, 'https://id.example', 'https://former.example'].flatMap((issuer) =>
  ['Awa', 'Koffi'].flatMap((name) =>
    (issuer === null ? [null] : ['u-1', 'u-2']).map((subject) => ({ name, issuer, subject })),
  ),
);
const PAIRS = PEOPLE.flatMap((proposer) => PEOPLE.map((person) => [proposer, person] as const));

const toldOf = (proposer: (typeof PEOPLE)[number], person: (typeof PEOPLE)[number]) =>
  whose({ ...proposer, proposedBy: proposer.name }, person);

describe('whose a proposal is', () => {
  it('another’s only where neither name nor account is the same, and both came the same way', () => {
    for (const [proposer, person] of PAIRS) {
      if (toldOf(proposer, person) !== 'another') continue;
      expect(proposer.name).not.to.equal(person.name);
      expect(proposer.issuer).to.equal(person.issuer);
      if (proposer.issuer !== null) expect(proposer.subject).not.to.equal(person.subject);
    }
  });

  it('one’s own only if both have the same account at the same provider, or links for the same name', () => {
    for (const [proposer, person] of PAIRS) {
      if (toldOf(proposer, person) !== 'own') continue;
      expect([proposer.issuer, proposer.subject]).to.deep.equal([person.issuer, person.subject]);
      if (proposer.issuer === null) expect(proposer.name).to.equal(person.name);
    }
  });

  it('the same whichever of the two has proposed it', () => {
    for (const [one, other] of PAIRS) expect(toldOf(one, other)).to.equal(toldOf(other, one));
  });

  it('one’s own under another name, and another’s where two have accounts or two have links', () => {
    const [awa, koffi] = [
      { name: 'Awa', issuer: 'https://id.example', subject: 'u-1' },
      { name: 'Koffi', issuer: 'https://id.example', subject: 'u-2' },
    ];
    const byLink = { issuer: null, subject: null };
    expect(toldOf(awa, { ...awa, name: 'Awa Koné' })).to.equal('own');
    expect(toldOf(awa, koffi)).to.equal('another');
    expect(toldOf({ ...awa, ...byLink }, { ...koffi, ...byLink })).to.equal('another');
    expect(toldOf(awa, { ...koffi, ...byLink })).to.equal('unclear');
  });
});
