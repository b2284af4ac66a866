import type { Command } from 'commander';
import type { Run } from './command-context.ts';
import { endpointOf, position } from './endpoint-commands.ts';
import { sendTest } from './endpoint-rules.ts';
import { isJournalOf } from './journal.ts';

/** Adds `endpoint replay` and `endpoint test`. */
export const sendingCommands = (endpoint: Command, run: Run): void => {
  endpoint
    .command('replay <id>')
    .description('deliver all events after a position again, up to the feed’s position')
    .requiredOption('--after <position>', 'the last position that is not sent again', position)
    .action((id: string, { after }: { after: number }) =>
      run(async (context) => {
        const { store, configuration } = context;
        const found = await endpointOf(context, id);
        const feed = (await store.feeds()).find(({ name }) => name === found.feed);
        const client = configuration.clientOf(found.feed);
        if (feed && !(await isJournalOf(client, feed)))
          throw new Error(
            `The key under ${found.feed} reads different events from those sent to this endpoint: they are another company’s, or the service’s database was restored. Nothing was sent. Store the company’s own key there, or remove the endpoint and add it again.`,
          );
        let [reached, count] = [after, 0];
        while (feed && reached < feed.position) {
          const { data, next } = await client.listEvents({ after: reached === 0 ? undefined : reached, limit: 100 });
          const events = data.filter((event) => event.position <= feed.position);
          await store.deliverAgain(found, events);
          count += events.length;
          if (next === reached) break;
          reached = next;
        }
        return { replayed: count };
      }),
    );
  endpoint
    .command('test <id>')
    .description('send one event of the type webhook.test now, and print the answer')
    .action((id: string) =>
      run(async (context) => {
        return sendTest(await endpointOf(context, id), context.configuration.guard);
      }),
    );
};
