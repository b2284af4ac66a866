import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { writeOwn } from './cluster.ts';

/** The port of the last start in the folder, if there was one. */
export const lastPort = (dir: string): number | undefined => {
  try {
    return Number(readFileSync(fileIn(dir), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
};

export const keepPort = (dir: string, port: number): void => writeOwn(fileIn(dir), String(port));

const fileIn = (dir: string): string => join(dir, 'port');

/** A port of 127.0.0.1 that is currently free. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
