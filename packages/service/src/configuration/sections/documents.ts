import { isAbsolute } from 'node:path';
import { section } from '../section.ts';
import { oneOf, text } from '../variable.ts';

/** Where documents are kept, and their links. */
export const DOCUMENTS = section({
  title: 'Documents',
  properties: {
    STORAGE: oneOf('Where documents are kept: in DATA_DIR, or in a bucket (see S3).', ['filesystem', 's3']),
    LINK_SECRET: text(
      'Signs the links of documents in DATA_DIR; at least 32 random characters, the same in every process.',
      {
        minLength: 32,
        secret: 'own',
        needed: true,
      },
    ),
  },
  // A relative folder depends on where a process is started: contracts would be looked for elsewhere.
  unsafe: ({ DATA_DIR, STORAGE }) =>
    STORAGE === 's3' || typeof DATA_DIR !== 'string' || isAbsolute(DATA_DIR)
      ? []
      : [
          'DATA_DIR must be the whole path of a folder that lasts, such as /var/lib/vehicle-insurance: documents are kept there.',
        ],
});
