import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { cannotWrite } from '../cannot-write.ts';
import { resolveVehicle } from '../matches.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

export const vehicleCommands = (vehicle: Command, run: Run): void => {
  vehicle
    .command('document <vehicle>')
    .description('save the registration document of a vehicle')
    .requiredOption('--out <file>', 'file to write')
    .action((typed: string, { out }: { out: string }) =>
      run(async (context) => {
        const found = await resolveVehicle(context, typed);
        if (found.registrationDocument === null) return refuse('The vehicle was registered without a document.');
        const read = await context.ports.documents.read(found.registrationDocument);
        if (read.isErr()) return refuse(inWords(read.error));
        const { bytes, type } = read.value;
        await writeFile(out, bytes).catch(cannotWrite(out));
        return {
          json: { vehicleId: found.id, out, type, size: bytes.length },
          text: `${out}: ${type}, ${bytes.length} bytes.`,
        };
      }),
    );
};
