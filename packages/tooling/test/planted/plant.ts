import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

/**
 * Loaded before everything else (`node --import`): instead of the module at the address PLANTED_AT, the text of the
 * file PLANTED_TEXT is loaded. Nothing else on disk changes, so that many bugs can be tried beside each other.
 */
const { PLANTED_AT: at, PLANTED_TEXT: text } = process.env;
if (at === undefined || text === undefined) throw new Error('set PLANTED_AT and PLANTED_TEXT');

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    return url === at ? { ...loaded, source: readFileSync(text, 'utf8') } : loaded;
  },
});
