import { issueKey, revokeKey, showCompany, type ApiKey } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table } from '../command-output.ts';
import { moment, type Moment } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

/** `key`: API keys of a company. */
export const keyCommands = (key: Command, run: Run): void => {
  key
    .command('issue <company>')
    .description('issue a key, which is shown only once; a company may have several')
    .option('--label <label>', 'purpose of the key')
    .option('--expires <moment>', 'when the key expires, such as 2027-01-01T00:00:00Z', moment)
    .action((company: string, options: { label?: string; expires?: Moment }) =>
      run(async ({ ports, by }) => {
        const expires = options.expires?.(ports.zone);
        const issued = await issueKey(ports)({ company, label: options.label, expires, by });
        if (issued.isErr()) return refuse(inWords(issued.error));
        const { id, label, expires: until } = issued.value.apiKey;
        const json = { id, key: issued.value.key, label, expires: until };
        return { json, text: `${issued.value.key}\nStore it now: it cannot be shown again.` };
      }),
    );
  key
    .command('list <company>')
    .description('list the keys of a company, without their secrets')
    .action((company: string) =>
      run(async ({ ports }) => {
        const shown = await showCompany(ports)({ company });
        if (shown.isErr()) return refuse(inWords(shown.error));
        const { keys } = shown.value;
        return { json: keys.map(withoutHash), text: table(KEY_HEADINGS, keys.map(keyRow)) };
      }),
    );
  key
    .command('revoke <key>')
    .description('revoke a key, by its id or display prefix; takes effect within five seconds')
    .action((idOrPrefix: string) =>
      run(async ({ ports, by }) => {
        const revoked = await revokeKey(ports)({ key: idOrPrefix, by });
        if (revoked.isErr()) return refuse(inWords(revoked.error));
        return { json: withoutHash(revoked.value), text: `${revoked.value.prefix}… is revoked.` };
      }),
    );
};

export const KEY_HEADINGS = ['ID', 'PREFIX', 'LABEL', 'EXPIRES', 'REVOKED', 'LAST USED'] as const;

/** A key as a line of a table. */
export const keyRow = (key: ApiKey) => [key.id, key.prefix, key.label, key.expires, key.revoked, key.lastUsed];

/** A key without its hash. */
export const withoutHash = ({ hash: _, ...shown }: ApiKey): Omit<ApiKey, 'hash'> => shown;
