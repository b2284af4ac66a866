import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether a container engine listens at an address that testcontainers uses. The check only opens and closes a
 * connection, so an engine that is installed but not running does not delay the tests.
 */
export const containerEngineAnswers = async (): Promise<boolean> =>
  (await Promise.all(addresses().map(accepts))).some(Boolean);

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

const addresses = (): readonly Address[] => {
  const given = process.env['DOCKER_HOST'];
  if (given !== undefined && given !== '') return URL.canParse(given) ? [addressOf(new URL(given))] : [];
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return [
    { path: '/var/run/docker.sock' },
    { path: join(homedir(), '.docker', 'run', 'docker.sock') },
    ...(runtime === undefined ? [] : [{ path: join(runtime, 'docker.sock') }]),
  ];
};

const addressOf = ({ protocol, pathname, hostname, port }: URL): Address =>
  protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port || 2375) };

const accepts = (address: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...address, timeout: 1000 }, () => end(true));
    const end = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
