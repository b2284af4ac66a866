import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { eventAt, isJournalOf } from './journal.ts';
import { hasCredentials } from './reach.ts';
import { newSecret } from './secret.ts';
import type { EndpointChange } from './store/endpoints.ts';
import type { Endpoint } from './store/tables.ts';
import type { CommandContext, Run } from './command-context.ts';

/** The endpoint, or an error that says how to find it. */
export const endpointOf = async ({ store }: CommandContext, id: string): Promise<Endpoint> => {
  const found = await store.endpoint(id);
  if (!found) throw new Error(`There is no endpoint ${id}: \`endpoint list\` shows them all.`);
  return found;
};

/** A whole number from 0, as an option gives it. */
export const position = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
};

/** The most secrets of an endpoint: if more rotations than that lost their answers, the oldest secret goes. */
const MAX_SECRETS = 5;

const shown = ({ secrets, ...rest }: Endpoint) => ({ ...rest, secrets: secrets.length });

const change = (context: CommandContext, id: string, to: (endpoint: Endpoint) => EndpointChange) =>
  changed(context, id, (endpoint) => context.store.changeEndpoint(endpoint, to(endpoint)));

const changed = async (context: CommandContext, id: string, by: (endpoint: Endpoint) => Promise<boolean>) => {
  if (!(await by(await endpointOf(context, id))))
    throw new Error('It was changed by another at the same time: look at it, and try again.');
  return endpointOf(context, id);
};

/** `endpoint add`, `list`, `show`, `rotate`, `switch-on`, `switch-off`, `remove`. */
export const endpointCommands = (endpoint: Command, run: Run): void => {
  endpoint
    .command('add <address>')
    .description('have events sent to an address; prints the secret that signs them')
    .option('--key <reference>', 'environment variable, or file with a slash, that has the company’s key', 'API_KEY')
    .option('--type <types>', 'only these, separated by commas')
    .option('--after <position>', 'where a company that is new here begins; its next event where left out', position)
    .action((address: string, given: { key: string; type?: string; after?: number }) =>
      run(async ({ store, configuration: { reach, clientOf } }) => {
        const url = URL.parse(address);
        if (!url || !(url.protocol === 'https:' || (reach.allowsHttp && url.protocol === 'http:')))
          throw new Error('The address must be a complete https:// URL.');
        if (hasCredentials(url))
          throw new Error(
            'The address must not contain a user or a password: the courier does not send them. Check the signature of what arrives, or put a token into the path.',
          );
        const types = given.type?.split(',').map((type) => type.trim());
        // Also where `--after` is given: the API refuses types that it does not know, and names those it does.
        const client = clientOf(given.key);
        const { newest } = await client.listEvents({ limit: 1, type: types?.join(',') });
        if (given.after !== undefined && given.after > newest)
          throw new Error(`The newest event has position ${newest}: --after is at most that.`);
        const [id, secret] = [randomBytes(8).toString('hex'), newSecret()];
        // The courier may run in another folder.
        const feed = given.key.includes('/') ? resolve(given.key) : given.key;
        const known = (await store.feeds()).find(({ name }) => name === feed);
        if (known && !(await isJournalOf(client, known)))
          throw new Error(
            `Under ${feed} another company’s events are read than this key’s. Give the reference of the company’s own key: --key.`,
          );
        if (known && given.after !== undefined)
          throw new Error(
            `The events under ${feed} are read from ${known.position} on already. Add the endpoint without --after, and then: endpoint replay ID --after ${given.after}`,
          );
        const endpoint = { id, feed, address: url.href, types: types ?? null, secrets: [secret] };
        const after = given.after ?? newest;
        await store.addEndpoint(endpoint, after, known ? undefined : await eventAt(client, after));
        return { id, secret };
      }),
    );
  endpoint
    .command('list')
    .description('all endpoints, and how far their companies’ events are read')
    .action(() =>
      run(async ({ store }) => ({ endpoints: (await store.endpoints()).map(shown), feeds: await store.feeds() })),
    );
  endpoint
    .command('show <id>')
    .description('one endpoint')
    .action((id: string) => run(async (context) => shown(await endpointOf(context, id))));
  endpoint
    .command('rotate <id>')
    .description('sign with a new secret as well; with --finish, with the newest alone')
    .option('--finish', 'forget the older secrets')
    .action((id: string, { finish }: { finish?: boolean }) =>
      run(async (context) => {
        // The receiver may use any of them until the operator says that it has the newest.
        const { secrets } = await change(context, id, ({ secrets: known }) => ({
          secrets: finish ? known.slice(0, 1) : [newSecret(), ...known].slice(0, MAX_SECRETS),
        }));
        return { id, secret: secrets[0], signatures: secrets.length };
      }),
    );
  endpoint
    .command('switch-on <id>')
    .description('deliver what waits, and what happens from now on, at once')
    .action((id: string) =>
      run(async (context) => shown(await changed(context, id, (endpoint) => context.store.switchOn(endpoint)))),
    );
  endpoint
    .command('switch-off <id>')
    .description('deliver nothing; what happens meanwhile is sent by `endpoint replay` only')
    .action((id: string) =>
      run(async (context) => shown(await change(context, id, () => ({ is_on: false, off_reason: 'by command' })))),
    );
  endpoint
    .command('remove <id>')
    .description('forget an endpoint and its deliveries')
    .action((id: string) =>
      run(async (context) => {
        await endpointOf(context, id);
        return { removed: await context.store.removeEndpoint(id) };
      }),
    );
};
