import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { eventAt, isJournalOf } from './journal.ts';
import { addressIn, companyOf, newEndpoint, rotateSecrets } from './endpoint-rules.ts';
import type { EndpointChange } from './store/endpoints.ts';
import type { Endpoint } from './store/tables.ts';
import type { CommandContext, Run } from './command-context.ts';

/** Returns the endpoint. If the endpoint does not exist, throws an error that explains how to find its id. */
export const endpointOf = async ({ store }: CommandContext, id: string): Promise<Endpoint> => {
  const found = await store.endpoint(id);
  if (!found) throw new Error(`There is no endpoint ${id}: \`endpoint list\` shows them all.`);
  return found;
};

/** Parses the value of an option, a whole number of at least 0. */
export const position = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
};

const withoutSecrets = ({ secrets, ...rest }: Endpoint) => ({ ...rest, secrets: secrets.length });

const change = (context: CommandContext, id: string, to: (endpoint: Endpoint) => EndpointChange) =>
  changeOrThrow(context, id, (endpoint) => context.store.changeEndpoint(endpoint, to(endpoint)));

const changeOrThrow = async (context: CommandContext, id: string, by: (endpoint: Endpoint) => Promise<boolean>) => {
  if (!(await by(await endpointOf(context, id))))
    throw new Error('Someone else has just changed the endpoint. Check it with `endpoint show`, and try again.');
  return endpointOf(context, id);
};

/** Adds `endpoint add`, `list`, `show`, `rotate`, `switch-on`, `switch-off` and `remove`. */
export const endpointCommands = (endpoint: Command, run: Run): void => {
  endpoint
    .command('add <address>')
    .description('send events to an address; prints the secret that signs them')
    .option(
      '--key <reference>',
      'environment variable, or file (with a slash), that contains the company’s key',
      'API_KEY',
    )
    .option('--type <types>', 'only events of these types, separated by commas')
    .option(
      '--after <position>',
      'for a company’s first endpoint: start after the event with this position (default: start with the next event)',
      position,
    )
    .action((address: string, given: { key: string; type?: string; after?: number }) =>
      run(async ({ store, configuration: { guard, clientOf } }) => {
        const url = addressIn(address, guard);
        const types = given.type?.split(',').map((type) => type.trim());
        // Called even with `--after`, because the API rejects unknown types. The API's error lists the known types.
        const client = clientOf(given.key);
        const { newest } = await client.listEvents({ limit: 1, type: types?.join(',') });
        if (given.after !== undefined && given.after > newest)
          throw new Error(`The newest event has position ${newest}: --after must not exceed that.`);
        // The path is made absolute, because the courier may run in another folder.
        const feed = given.key.includes('/') ? resolve(given.key) : given.key;
        const feedRow = (await store.feeds()).find(({ name }) => name === feed);
        if (feedRow && !(await isJournalOf(client, feedRow)))
          throw new Error(
            `The events that were read for the feed ${feed} belong to another company. Set --key to the reference of this company’s own key.`,
          );
        if (feedRow && given.after !== undefined)
          throw new Error(
            `The feed ${feed} is already read up to position ${feedRow.position}. Add the endpoint without --after, then run: endpoint replay ID --after ${given.after}`,
          );
        const { endpoint, secret } = newEndpoint({ feed, address: url, types: types ?? null, description: null });
        const after = given.after ?? newest;
        const last = feedRow ? undefined : await eventAt(client, after);
        await store.addEndpoint(endpoint, after, last, await companyOf(client));
        return { id: endpoint.id, secret };
      }),
    );
  endpoint
    .command('list')
    .description('all endpoints, with the positions of their feeds')
    .action(() =>
      run(async ({ store }) => ({
        endpoints: (await store.endpoints()).map(withoutSecrets),
        feeds: await store.feeds(),
      })),
    );
  endpoint
    .command('show <id>')
    .description('one endpoint')
    .action((id: string) => run(async (context) => withoutSecrets(await endpointOf(context, id))));
  endpoint
    .command('rotate <id>')
    .description('also sign with a new secret; with --finish, sign only with the newest secret')
    .option('--finish', 'delete the older secrets')
    .action((id: string, { finish }: { finish?: boolean }) =>
      run(async (context) => {
        const { secrets } = await change(context, id, ({ secrets: known }) => ({
          secrets: rotateSecrets(known, finish ?? false),
        }));
        return { id, secret: secrets[0], signatures: secrets.length };
      }),
    );
  endpoint
    .command('switch-on <id>')
    .description('deliver waiting and new events at once')
    .action((id: string) =>
      run(async (context) =>
        withoutSecrets(await changeOrThrow(context, id, (endpoint) => context.store.switchOn(endpoint))),
      ),
    );
  endpoint
    .command('switch-off <id>')
    .description('stop deliveries; events that occur while it is off are sent only by `endpoint replay`')
    .action((id: string) =>
      run(async (context) =>
        withoutSecrets(await change(context, id, () => ({ is_on: false, off_reason: 'by command' }))),
      ),
    );
  endpoint
    .command('remove <id>')
    .description('delete an endpoint and its deliveries')
    .action((id: string) =>
      run(async (context) => {
        await endpointOf(context, id);
        return { removed: await context.store.removeEndpoint(id) };
      }),
    );
};
