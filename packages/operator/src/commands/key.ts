import { showCompany } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table } from '../command-output.ts';
import { keyRow, KEY_HEADINGS, withoutHash } from '../views/key-view.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

export const keyCommands = (key: Command, run: Run): void => {
  key
    .command('list <company>')
    .description('list the keys of a company, without their secrets')
    .action((company: string) =>
      run(async ({ ports }) => {
        const shown = await showCompany(ports)({ company });
        if (shown.isErr()) return refuse(inWords({ code: 'company_not_found' }));
        const { keys } = shown.value;
        return { json: keys.map(withoutHash), text: table(KEY_HEADINGS, keys.map(keyRow)) };
      }),
    );
};
