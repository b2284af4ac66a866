import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { ProfilerMessage } from './server-process.ts';

/** Microseconds between two samples. */
const INTERVAL = 200;

/** Runs Node's own profiler from one message of the parent to the next. */
export const profileWhenAsked = (): void => {
  const session = new Session();
  const obey = async (message: ProfilerMessage): Promise<void> => {
    if (message.profile === 'start') {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
      await session.post('Profiler.start');
    } else {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      await writeFile(message.file, JSON.stringify(profile));
    }
    process.send?.({ done: message.profile });
  };
  process.on('message', (message) => void obey(message as ProfilerMessage));
};
