import { parseInstant, type ApiKey } from '@vehicle-insurance/core';
import { Command } from 'commander';
import { inWords, refuse, table } from './answer.ts';
import type { Run } from './workplace.ts';

/** `key`: what a company calls the API with. */
export const keyCommand = (run: Run): Command => {
  const key = new Command('key').description('API keys of companies');
  key
    .command('issue <company>')
    .description('issue a key, shown this once; a company may have several')
    .option('--label <label>', 'what it is for')
    .option('--expires <moment>', 'when it ends, such as 2027-01-01T00:00:00Z')
    .action((company: string, options: { label?: string; expires?: string }) =>
      run(async ({ get }) => {
        const expires = options.expires === undefined ? undefined : parseInstant(options.expires);
        if (options.expires !== undefined && !expires)
          return refuse('--expires must be a moment such as 2027-01-01T00:00:00Z.');
        const issued = await get('issueKey')({ company, label: options.label, expires });
        if (issued.isErr()) return refuse(inWords(issued.error));
        const { id, label, expires: until } = issued.value.apiKey;
        const json = { id, key: issued.value.key, label, expires: until };
        return { json, text: `${issued.value.key}\nKeep it now: it cannot be shown again.` };
      }),
    );
  key
    .command('list <company>')
    .description("a company's keys, without the keys themselves")
    .action((company: string) =>
      run(async ({ get }) => {
        const keys = await get('listKeys')({ company });
        if (keys.isErr()) return refuse(inWords(keys.error));
        const rows = keys.value.map((each) => [
          each.id,
          each.prefix,
          each.label,
          each.expires,
          each.revoked,
          each.lastUsed,
        ]);
        const text = table(['ID', 'PREFIX', 'LABEL', 'EXPIRES', 'REVOKED', 'LAST USED'], rows);
        return { json: keys.value.map(withoutHash), text };
      }),
    );
  key
    .command('revoke <key>')
    .description('end a key, by its id or display prefix; the service follows within five seconds')
    .action((idOrPrefix: string) =>
      run(async ({ get }) => {
        const revoked = await get('revokeKey')({ key: idOrPrefix });
        if (revoked.isErr()) return refuse(inWords(revoked.error));
        return { json: withoutHash(revoked.value), text: `${revoked.value.prefix}… is revoked.` };
      }),
    );
  return key;
};

const withoutHash = ({ hash: _, ...shown }: ApiKey): Omit<ApiKey, 'hash'> => shown;
