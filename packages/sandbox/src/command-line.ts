import { parseArgs } from 'node:util';
import { OPERATOR, START_WITH } from './own-commands.ts';
import type { SimulatorPorts } from './simulators.ts';

export const HELP = `Runs the vehicle insurance API with a database, simulated providers and a clock that you can move.

Usage: ${START_WITH} [options]
       ${OPERATOR} --help

  Option                     Effect                                               Default
  --simulator-ports W,C,A    ports of the simulated Wave, CinetPay and authority  free ports of this machine
  --version                  print the version
  -h, --help                 print this text

  Variable                   Effect                                               Default
  PORT                       port of the API; 0 chooses a free one                3000
  HOST                       address to listen on                                 127.0.0.1
  DATA_DIR                   folder of all data, kept between starts              .data
  BASE_URL                   address for callers, if it differs                   http://HOST:PORT

With --simulator-ports, the simulators listen on HOST too, and use the host name of BASE_URL. A container needs this.
`;

export type Requested =
  | { readonly print: 'help' | 'version' }
  | { readonly print?: undefined; readonly simulatorPorts: SimulatorPorts | undefined };

/**
 * Reads the command line. If an option is unknown or its value is invalid, throws an error whose message is one
 * sentence.
 */
export const readCommandLine = (words: readonly string[]): Requested => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      'simulator-ports': { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return { print: 'help' };
  if (values.version) return { print: 'version' };
  return { simulatorPorts: portsIn(values['simulator-ports']) };
};

const portsIn = (list: string | undefined): SimulatorPorts | undefined => {
  if (list === undefined) return undefined;
  const [wave = 0, cinetpay = 0, certificateAuthority = 0, ...more] = list.split(',').map(Number);
  const ports = { wave, cinetpay, certificateAuthority };
  const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;
  if (more.length > 0 || !Object.values(ports).every(isPort))
    throw new Error(`--simulator-ports is ${list}: give three ports, such as 4010,4011,4012.`);
  return ports;
};
