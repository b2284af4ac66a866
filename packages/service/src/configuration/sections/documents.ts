import { isAbsolute } from 'node:path';
import { section } from '../section.ts';
import { oneOf, text } from '../variable.ts';

export const DOCUMENTS = section({
  title: 'Documents',
  properties: {
    STORAGE: oneOf('The store of documents: DATA_DIR, or a bucket (see S3).', ['filesystem', 's3']),
    LINK_SECRET: text(
      'Signs the links of documents in DATA_DIR; at least 32 random characters, the same in every process.',
      {
        minLength: 32,
        secret: 'own',
        needed: true,
      },
    ),
  },
  // A relative folder depends on the working directory. After a start from another directory, the service would not
  // find its documents.
  unsafe: ({ DATA_DIR, STORAGE }) =>
    STORAGE === 's3' || typeof DATA_DIR !== 'string' || isAbsolute(DATA_DIR)
      ? []
      : [
          'DATA_DIR must be the absolute path of a permanent folder, such as /var/lib/vehicle-insurance: documents are stored there.',
        ],
});
