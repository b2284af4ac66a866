import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { PLANTED_BUGS } from './bugs.ts';
import { fileOf, withBug } from './planted-bug.ts';

/**
 * Loaded before everything else (`node --import`): while the file of the bug that PLANTED_BUG names is loaded, its text
 * is replaced. Nothing on disk changes, so that many bugs can be tried beside each other.
 */
const name = process.env['PLANTED_BUG'];
const bug = PLANTED_BUGS.find((each) => each.name === name);
if (!bug) throw new Error(`PLANTED_BUG names no planted bug: ${name ?? 'nothing'}`);
const file = fileOf(bug);

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    return url === file.href ? { ...loaded, source: withBug(bug, readFileSync(file, 'utf8')) } : loaded;
  },
});
