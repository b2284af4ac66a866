import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

/** Preloaded with `node --import`: loads the module PLANTED_AT with the text in PLANTED_TEXT; sources are unchanged. */
const { PLANTED_AT: at, PLANTED_TEXT: text } = process.env;
if (at === undefined || text === undefined) throw new Error('set PLANTED_AT and PLANTED_TEXT');

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    return url === at ? { ...loaded, source: readFileSync(text, 'utf8') } : loaded;
  },
});
