import { courierProgram } from '../src/program.ts';
import type { Output } from '../src/command-context.ts';
import type { CourierWorld } from './courier-world.ts';

export interface Command {
  <Printed>(...words: readonly string[]): Promise<Printed>;
  run(environment: Readonly<Record<string, string>>, stdout: Output, stop: AbortSignal): Promise<unknown>;
}

export const commandsOn = ({ databaseUrl, api }: CourierWorld): Command => {
  const environment = { COURIER_DATABASE_URL: databaseUrl, COURIER_API_URL: api.url, COURIER_LOOPBACK: 'yes' };
  const command = async <Printed>(...words: readonly string[]): Promise<Printed> => {
    let printed = '';
    const stdout = { write: (text: string) => (printed += text) };
    const program = courierProgram({ ...environment, API_KEY: 'vi_key' }, stdout, new AbortController().signal);
    await program.parseAsync(words, { from: 'user' });
    return JSON.parse(printed) as Printed;
  };
  return Object.assign(command, {
    run: (more: Readonly<Record<string, string>>, stdout: Output, stop: AbortSignal) =>
      courierProgram({ ...environment, ...more }, stdout, stop).parseAsync(['run'], { from: 'user' }),
  });
};
