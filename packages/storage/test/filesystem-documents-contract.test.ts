import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { instantOf } from '@vehicle-insurance/core';
import {
  clockAt,
  describeContract,
  documentsContract,
  linkedDocumentsContract,
  type LinkedDocumentsSubject,
} from '@vehicle-insurance/testkit';
import { filesystemDocuments } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';

describe('filesystem documents keep the contracts of their ports', () => {
  const folder = temporaryFolder();

  const subject = async (): Promise<LinkedDocumentsSubject> => {
    const dir = join(folder(), randomUUID());
    const away = `${dir}.away`;
    const clock = clockAt(instantOf('2026-11-01T10:00:00Z'));
    const documents = filesystemDocuments({ dir, baseUrl: 'https://insurance.example', secret: 'a secret', clock });
    await mkdir(dir, { recursive: true });
    return {
      documents,
      linked: documents,
      clock,
      // A file in place of the folder: even root cannot write into it.
      breakStore: async () => {
        await rename(dir, away);
        await writeFile(dir, '');
        return async () => {
          await rename(dir, `${dir}.file`);
          await rename(away, dir);
        };
      },
    };
  };

  describeContract(documentsContract, 'a folder', subject);
  describeContract(linkedDocumentsContract, 'a folder', subject);
});
