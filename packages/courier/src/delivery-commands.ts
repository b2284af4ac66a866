import type { Command } from 'commander';
import { endpointOf, position } from './endpoint-commands.ts';
import type { Run } from './command-context.ts';
import type { Delivery } from './store/deliveries.ts';

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
