import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

/** Loaded first (`node --import`): the module at PLANTED_AT gets the text of PLANTED_TEXT; no source changes. */
const { PLANTED_AT: at, PLANTED_TEXT: text } = process.env;
if (at === undefined || text === undefined) throw new Error('set PLANTED_AT and PLANTED_TEXT');

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    return url === at ? { ...loaded, source: readFileSync(text, 'utf8') } : loaded;
  },
});
