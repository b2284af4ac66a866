import { expect } from 'chai';
import { MIGRATIONS } from '../../src/migrate.ts';

describe('the migrations', () => {
  const names = MIGRATIONS.map(({ name }) => name);

  it('have a name of their own each: a database keeps the names of those it has had', () => {
    expect(names.length).to.be.above(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
  });
});
