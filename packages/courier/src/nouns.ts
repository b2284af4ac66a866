import type { Command } from 'commander';
import type { Run } from './command-context.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { endpointCommands } from './endpoint-commands.ts';
import { sendingCommands } from './sending-commands.ts';

/** Adds the nouns with which webhooks are arranged, to the courier's command or to another's. */
export const courierNouns = (program: Command, run: Run): void => {
  const endpoint = program.command('endpoint').description('servers that are told of a company’s events');
  endpointCommands(endpoint, run);
  sendingCommands(endpoint, run);
  deliveryCommands(program.command('delivery').description('what those servers were told'), run);
};
