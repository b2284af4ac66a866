import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SECTIONS, VARIABLES } from '../../src/configuration/variables.ts';
import { withReference } from './reference.ts';

const PAGE = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');

describe('the configuration reference', () => {
  it('is up to date with the schema: npm run docs -- configuration writes it', () => {
    expect(PAGE).to.equal(withReference(PAGE));
  });

  it('has every variable that the service reads, each in one section', () => {
    const inSubjects = SECTIONS.flatMap(({ properties }) => Object.keys(properties));
    expect([...inSubjects].sort()).to.deep.equal(Object.keys(VARIABLES.properties).sort());
    for (const name of inSubjects) expect(PAGE.split(`| \`${name}\``), name).to.have.length(2);
  });
});
