import { expect } from 'chai';
import { oneFolderForAll } from '../src/system/one-folder.ts';

describe('documents in a folder', () => {
  const DATA_DIR = '/var/lib/vehicle-insurance';
  const filesystem = { STORAGE: 'filesystem', DATA_DIR } as const;

  it('have who starts one of several processes told that all need that folder, and what to do', () => {
    for (const ROLE of ['api', 'worker'] as const)
      for (const as of ['equal', undefined] as const)
        expect(oneFolderForAll({ ...filesystem, ROLE }, as))
          .to.contain(`${DATA_DIR}: every other process must have that same folder`)
          .and.to.contain('STORAGE=s3');
  });

  it('are no concern of one process alone, of those that share a sandbox’s folder, and of a bucket', () => {
    expect(oneFolderForAll({ ...filesystem, ROLE: 'both' }, undefined)).to.equal(undefined);
    for (const as of ['host', 'guest'] as const)
      expect(oneFolderForAll({ ...filesystem, ROLE: 'api' }, as)).to.equal(undefined);
    expect(oneFolderForAll({ STORAGE: 's3', DATA_DIR, ROLE: 'api' }, 'equal')).to.equal(undefined);
  });
});
