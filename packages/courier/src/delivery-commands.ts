import type { Command } from 'commander';
import { endpointOf } from './endpoint-commands.ts';
import type { Run } from './command-context.ts';
import type { Delivery } from './store/tables.ts';
import { deliveryIn, type DeliveryId } from './webhook.ts';

const STATES = ['waiting', 'delivered', 'given_up'] as const;

const isState = (text: string): text is Delivery['state'] => STATES.some((state) => state === text);

/** Adds `delivery list`, `show`, `again` and `drop`. */
export const deliveryCommands = (delivery: Command, run: Run): void => {
  delivery
    .command('list <endpoint>')
    .description('the latest deliveries to an endpoint')
    .option('--state <state>', STATES.join(', '))
    .action((id: string, { state }: { state?: string }) =>
      run(async (context) => {
        if (state !== undefined && !isState(state)) throw new Error(`--state must be one of ${STATES.join(', ')}.`);
        await endpointOf(context, id);
        return context.store.deliveries(id, state);
      }),
    );
  delivery
    .command('show <id>')
    .description('one delivery by its webhook-id, with every attempt and its answer')
    .action((id: string) =>
      run(async ({ store }) => {
        const { history, body, ...rest } = (await store.delivery(idIn(id))) ?? missing(id);
        return { ...rest, body: JSON.parse(body) as unknown, history };
      }),
    );
  delivery
    .command('again <id>')
    .description('send a delivery again, in any state; with the id of an endpoint, all of its given-up deliveries')
    .action((id: string) =>
      run(async (context) => {
        const one = deliveryIn(id);
        if (one) return { again: Number((await context.store.again(one)) || missing(id)) };
        return { again: await context.store.allAgain((await endpointOf(context, id)).id) };
      }),
    );
  delivery
    .command('drop <endpoint>')
    .description('delete the deliveries of an endpoint that were given up')
    .action((id: string) =>
      run(async (context) => ({ dropped: await context.store.drop((await endpointOf(context, id)).id) })),
    );
};

const missing = (id: string): never => {
  throw new Error(`There is no delivery ${id}: \`delivery list ENDPOINT\` shows the latest.`);
};

const idIn = (text: string): DeliveryId => deliveryIn(text) ?? missing(text);
