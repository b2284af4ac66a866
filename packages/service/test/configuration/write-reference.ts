import { readFileSync, writeFileSync } from 'node:fs';
import { withReference } from './reference.ts';

// Writes the reference of all variables into docs/configuration.md: `npm run docs -- configuration`.
const PAGE = new URL('../../../../docs/configuration.md', import.meta.url);
writeFileSync(PAGE, withReference(readFileSync(PAGE, 'utf8')));
