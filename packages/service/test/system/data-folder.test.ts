import { expect } from 'chai';
import { severalFoldersWarning } from '../../src/system/data-folder.ts';

describe('documents in a folder', () => {
  const DATA_DIR = '/var/lib/vehicle-insurance';
  const filesystem = { STORAGE: 'filesystem', DATA_DIR } as const;

  // Proves: documents-in-one-folder
  it('cause a warning with instructions if several processes need the same folder', () => {
    for (const ROLE of ['api', 'worker'] as const)
      expect(severalFoldersWarning({ ...filesystem, ROLE }))
        .to.contain(`${DATA_DIR}: every other process must use the same folder`)
        .and.to.contain('STORAGE=s3');
  });

  // Proves: documents-in-one-folder
  it('cause no warning for a single process, or with a bucket', () => {
    expect(severalFoldersWarning({ ...filesystem, ROLE: 'both' })).to.equal(undefined);
    expect(severalFoldersWarning({ STORAGE: 's3', DATA_DIR, ROLE: 'api' })).to.equal(undefined);
  });
});
