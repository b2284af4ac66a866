import type { Command } from 'commander';
import { endpointOf, position } from './endpoint-commands.ts';
import type { Run } from './command-context.ts';
import { webhookSender } from './sender.ts';
import type { Delivery } from './store/deliveries.ts';
import { signatureHeaders, webhookOf } from './webhook.ts';

const STATES = ['waiting', 'delivered', 'given_up'] as const;

const isState = (text: string): text is Delivery['state'] => STATES.some((state) => state === text);

/** `delivery list` and `again`. */
export const deliveryCommands = (delivery: Command, run: Run): void => {
  delivery
    .command('list <endpoint>')
    .description('the latest deliveries to an endpoint')
    .option('--state <state>', STATES.join(', '))
    .action((id: string, { state }: { state?: string }) =>
      run(async (context) => {
        if (state !== undefined && !isState(state)) throw new Error(`--state is one of ${STATES.join(', ')}.`);
        await endpointOf(context, id);
        return context.store.deliveries(id, state);
      }),
    );
  delivery
    .command('again <endpoint> <position>')
    .description('deliver one again, whatever became of it')
    .action((id: string, at: string) =>
      run(async ({ store }) => {
        if (!(await store.again(id, position(at)))) throw new Error('There is no such delivery.');
        return { again: true };
      }),
    );
};

/** `replay` and `test`. */
export const otherCommands = (program: Command, run: Run): void => {
  program
    .command('replay <endpoint>')
    .description('deliver all events after a position again, up to what has been read')
    .requiredOption('--after <position>', 'the last position that need not be sent', position)
    .action((id: string, { after }: { after: number }) =>
      run(async (context) => {
        const { store, configuration } = context;
        const endpoint = await endpointOf(context, id);
        const feed = (await store.feeds()).find(({ name }) => name === endpoint.feed);
        const client = configuration.clientOf(endpoint.feed);
        let [reached, count] = [after, 0];
        while (feed && reached < feed.position) {
          const { data, next } = await client.listEvents({ after: reached, limit: 100 });
          const events = data.filter((event) => event.position <= feed.position);
          await store.deliverAgain(endpoint, events);
          count += events.length;
          if (next === reached) break;
          reached = next;
        }
        return { replayed: count };
      }),
    );
  program
    .command('test <endpoint>')
    .description('send one event of the type webhook.test now, and say what was answered')
    .action((id: string) =>
      run(async (context) => {
        const { address, secrets } = await endpointOf(context, id);
        const now = new Date();
        const nothing = { vehicleId: null, quoteId: null, paymentId: null, contractId: null };
        const event = { ...nothing, position: 0, type: 'webhook.test', at: now.toISOString() };
        const webhook = webhookOf(id, event);
        const sender = webhookSender({ reach: context.configuration.reach });
        const headers = signatureHeaders(webhook, secrets, now);
        const sent = await sender.send({ address, headers, body: webhook.body });
        await sender.close();
        return sent;
      }),
    );
};
