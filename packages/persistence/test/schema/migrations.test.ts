import { expect } from 'chai';
import { MIGRATIONS } from '../../src/migrate.ts';

describe('the migrations', () => {
  const names = MIGRATIONS.map(({ name }) => name);

  it('have distinct names: a database records those that were applied', () => {
    expect(names.length).to.be.above(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
  });
});
