import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder, startSandbox } from '../sandbox.ts';
import { apiByExample } from './api-by-example.ts';
import { exampleWorld } from './example-world.ts';
import { filesOfAPayment, withEveryFile } from './files-of-a-payment.ts';
import { withQuotes } from './steps.ts';

// Writes the generated pages in docs/: `npm run docs -- examples`.
const DOCS = join(import.meta.dirname, '../../../../docs');

for (const page of globSync('*.md', { cwd: DOCS })) {
  const [file, text] = [join(DOCS, page), readFileSync(join(DOCS, page), 'utf8')];
  const quoted = withQuotes(text);
  if (quoted !== text) writeFileSync(file, quoted);
}

const followed = join(DOCS, 'pay-a-quote.md');
writeFileSync(followed, withEveryFile(readFileSync(followed, 'utf8'), await filesOfAPayment()));

const sandbox = await startSandbox({}, ownFolder());
try {
  const world = await exampleWorld(sandbox.dataDir);
  try {
    writeFileSync(join(DOCS, 'api-by-example.md'), await apiByExample(world));
  } finally {
    await world.leave();
  }
} finally {
  await sandbox.stop();
}
