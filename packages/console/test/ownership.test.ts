import { expect } from 'chai';
import { ownershipOf } from '../src/access/proposals.ts';

/** People with and without an account, at the current and the former provider. */
const PEOPLE = [null, 'https://id.example', 'https://former.example'].flatMap((issuer) =>
  ['Awa', 'Koffi'].flatMap((name) =>
    (issuer === null ? [null] : ['u-1', 'u-2']).map((subject) => ({ name, issuer, subject })),
  ),
);
const PAIRS = PEOPLE.flatMap((proposer) => PEOPLE.map((person) => [proposer, person] as const));

const ownership = (proposer: (typeof PEOPLE)[number], person: (typeof PEOPLE)[number]) =>
  ownershipOf({ ...proposer, proposedBy: proposer.name }, person);

describe('the ownership of a proposal', () => {
  it('is another’s only if name and account differ and both people signed in the same way', () => {
    for (const [proposer, person] of PAIRS) {
      if (ownership(proposer, person) !== 'another') continue;
      expect(proposer.name).not.to.equal(person.name);
      expect(proposer.issuer).to.equal(person.issuer);
      if (proposer.issuer !== null) expect(proposer.subject).not.to.equal(person.subject);
    }
  });

  it('is the person’s own only if both have the same account at the same provider, or links for the same name', () => {
    for (const [proposer, person] of PAIRS) {
      if (ownership(proposer, person) !== 'own') continue;
      expect([proposer.issuer, proposer.subject]).to.deep.equal([person.issuer, person.subject]);
      if (proposer.issuer === null) expect(proposer.name).to.equal(person.name);
    }
  });

  it('is symmetric', () => {
    for (const [one, other] of PAIRS) expect(ownership(one, other)).to.equal(ownership(other, one));
  });

  it('is the person’s own under another name, and another’s between two accounts or two links', () => {
    const [awa, koffi] = [
      { name: 'Awa', issuer: 'https://id.example', subject: 'u-1' },
      { name: 'Koffi', issuer: 'https://id.example', subject: 'u-2' },
    ];
    const byLink = { issuer: null, subject: null };
    expect(ownership(awa, { ...awa, name: 'Awa Koné' })).to.equal('own');
    expect(ownership(awa, koffi)).to.equal('another');
    expect(ownership({ ...awa, ...byLink }, { ...koffi, ...byLink })).to.equal('another');
    expect(ownership(awa, { ...koffi, ...byLink })).to.equal('unclear');
  });
});
