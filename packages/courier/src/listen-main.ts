import { listen } from './listen.ts';
import { LISTEN_HELP, listenOptions } from './listen-options.ts';
import { stopOnEpipe } from './handle-epipe.ts';

// `npm run -s listen -- …` prints a company's events as they happen, and forwards them to a local URL.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
stopOnEpipe(stop);

const lines = {
  print: (line: string) => void process.stdout.write(`${line}\n`),
  note: (line: string) => void process.stderr.write(`${line}\n`),
};

try {
  const options = listenOptions(process.argv.slice(2), process.env);
  if (options) await listen(options, lines, stop.signal);
  else process.stdout.write(LISTEN_HELP);
} catch (error) {
  lines.note((error as Error).message);
  process.exitCode = 1;
}
