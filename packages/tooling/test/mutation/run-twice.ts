import { globSync } from 'node:fs';
import { argv, exit } from 'node:process';
import Mocha from 'mocha';
import { PARTS } from './parts.ts';

/** Runs the tests of a part twice in this process, as a mutation run does for one mutant after the other. */
const part = PARTS.find(({ name }) => name === argv[2]);
if (!part) throw new Error('there is no such part');
const mocha = new Mocha({ timeout: 60_000 }).cleanReferencesAfterRun(false);
for (const file of part.spec.flatMap((glob) => globSync(glob))) mocha.addFile(file);
await mocha.loadFilesAsync();
const failures = (): Promise<number> => new Promise((resolve) => void mocha.run(resolve));
exit((await failures()) + (await failures()) > 0 ? 1 : 0);
