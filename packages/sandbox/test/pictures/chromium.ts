import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';

// Drives the system's Chromium by its own protocol, over two pipes: no port to be free, no package to install.

/** What a page is looked at through. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Dots to a pixel of the page; one when left out. */
  readonly dots?: number;
}

/** One page in a browser without a window. */
export interface Browser {
  /** Opens an address, waits until it has loaded, and answers what is seen, as WebP. */
  picture(address: string, screen: Screen): Promise<Buffer>;
  close(): Promise<void>;
}

/** How much WebP may lose, of a hundred: small letters stay sharp. */
const QUALITY = 82;

const OPTIONS = [
  '--headless',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--remote-debugging-pipe',
  // Chromium refuses its own sandbox to the superuser, who runs containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts a browser. The command is the one that was found on this machine. */
export const openBrowser = async (command: string): Promise<Browser> => {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const program = spawn(command, [...OPTIONS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const { send, once } = protocolOf(program);
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const ask = <Answer>(method: string, asked: object = {}) => send<Answer>(method, asked, sessionId);
  await ask('Page.enable');
  return {
    picture: async (address, { width, height, dots = 1 }) => {
      await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: dots, mobile: dots > 1 });
      const loaded = once('Page.loadEventFired');
      const { errorText } = await ask<{ errorText?: string }>('Page.navigate', { url: address });
      if (errorText !== undefined) throw new Error(`${address} did not open: ${errorText}`);
      await loaded;
      const { data } = await ask<{ data: string }>('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      await send('Browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
};

interface Said {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** Commands and their answers, each ended by a zero byte. */
const protocolOf = (program: ChildProcess) => {
  const [to, from] = [program.stdio[3] as Writable, program.stdio[4] as Readable];
  const answers = new Map<number, Waiting>();
  const events = new Map<string, () => void>();
  let [asked, rest] = [0, ''];
  const hear = ({ id, method, result, error }: Said): void => {
    if (method !== undefined) events.get(method)?.();
    const waiting = id === undefined ? undefined : answers.get(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  };
  from.setEncoding('utf8').on('data', (piece: string) => {
    const parts = `${rest}${piece}`.split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) hear(JSON.parse(part) as Said);
  });
  const end = (cause: Error): void => {
    for (const { reject } of answers.values()) reject(cause);
  };
  program.once('error', end).once('exit', (code) => end(new Error(`Chromium ended with ${code}`)));
  const send = <Answer>(method: string, params: object = {}, sessionId?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      answers.set((asked += 1), { resolve: (result) => resolve(result as Answer), reject });
      to.write(`${JSON.stringify({ id: asked, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
    });
  const once = (method: string): Promise<void> => new Promise((resolve) => events.set(method, resolve));
  return { send, once };
};
