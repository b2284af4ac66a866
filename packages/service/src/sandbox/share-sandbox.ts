import type { Composition } from '../composition/compose.ts';
import type { Surroundings } from '../composition/surroundings.ts';
import type { Variables } from '../configuration/variables.ts';
import type { Gate } from './gate.ts';
import { openSandbox } from './open-sandbox.ts';
import { ON_REAL_TIME, type OpenedSandbox } from './opened-sandbox.ts';
import { unmovableClock } from './sandbox-clock.ts';
import { readSandboxFile } from './sandbox-file.ts';
import { COMPANY } from './seed.ts';

export interface Sharing {
  readonly variables: Variables;
  readonly surroundings: Surroundings;
  readonly composition: Composition;
  readonly gate: Gate;
}

/**
 * A sandbox whose processes were given everything and are equals: the first of them that serves the API fills the empty
 * database, and is the only one that knows the key.
 */
export const shareSandbox = async ({ variables, surroundings, composition, gate }: Sharing): Promise<OpenedSandbox> => {
  const clock = unmovableClock(surroundings.clock, ON_REAL_TIME);
  const isFilled = async (): Promise<boolean> => {
    const keys = await composition.get('listKeys')({ company: COMPANY });
    return keys.isOk() && keys.value.length > 0;
  };
  const open = () => openSandbox(variables, surroundings, composition);
  if (variables.ROLE === 'worker') return { file: undefined, clock };
  if (readSandboxFile(variables.DATA_DIR)) return { file: await open(), clock };
  if (await isFilled()) return { file: undefined, clock };
  return { file: await gate.alone(async () => ((await isFilled()) ? undefined : open())), clock };
};
