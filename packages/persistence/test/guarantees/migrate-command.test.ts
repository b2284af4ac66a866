import { expect } from 'chai';
import { nameMigrateCommand } from '../../src/database/migrate-command.ts';

describe('messages about a database that must be migrated', () => {
  const places = {
    'file:///srv/vehicle-insurance/packages/persistence/src/database/migrate-command.ts': [
      'npm run migrate',
      'npm run migrate -- --environment staging',
    ],
    'file:///app/part-chunk-3V5I72CU.js': ['node migrate.js', 'node migrate.js --environment staging'],
    'file:///srv/theirs/node_modules/@vehicle-insurance/persistence/dist/migrate-command.js': [
      'migrate(…)',
      "migrate({ …, environment: 'staging', isDeclared: true })",
    ],
  };
  for (const [url, [plain, declared]] of Object.entries(places))
    it(`contain the command ${String(plain)} for code that runs at ${url}`, () => {
      expect(nameMigrateCommand(undefined, url)).to.equal(plain);
      expect(nameMigrateCommand('staging', url)).to.equal(declared);
    });

  it('contain the repository’s script if the code runs from source', () => {
    expect(nameMigrateCommand()).to.equal('npm run migrate');
  });
});
