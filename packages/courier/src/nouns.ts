import type { Command } from 'commander';
import type { Run } from './command-context.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { endpointCommands } from './endpoint-commands.ts';
import { sendingCommands } from './sending-commands.ts';

/** Adds the commands `endpoint` and `delivery` to a program. */
export const courierNouns = (program: Command, run: Run): void => {
  const endpoint = program.command('endpoint').description('servers that receive a company’s events');
  endpointCommands(endpoint, run);
  sendingCommands(endpoint, run);
  deliveryCommands(program.command('delivery').description('webhooks to a company’s servers'), run);
};
