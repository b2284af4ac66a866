import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  certificateAuthoritySimulator,
  cinetpaySimulator,
  waveSimulator,
  type Simulator,
  type SimulatorOptions,
} from './index.ts';

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  'data-dir': { type: 'string', default: '.data/simulators' },
  'mobile-money-port': { type: 'string', default: '4010' },
  'mobile-money-url': { type: 'string' },
  'api-key': { type: 'string', default: 'wave_sandbox_key' },
  'business-name': { type: 'string', default: 'Assurance auto (bac à sable)' },
  'notification-url': { type: 'string' },
  'notification-secret': { type: 'string', default: 'wave_sandbox_secret' },
  'cinetpay-port': { type: 'string', default: '4030' },
  'cinetpay-url': { type: 'string' },
  'cinetpay-api-key': { type: 'string', default: 'cinetpay_sandbox_key' },
  'cinetpay-site-id': { type: 'string', default: '100000' },
  'cinetpay-secret': { type: 'string', default: 'cinetpay_sandbox_secret' },
  'authority-port': { type: 'string', default: '4020' },
  'authority-url': { type: 'string' },
  'code-demandeur': { type: 'string', default: 'SANDBOX' },
  'code-acces': { type: 'string', default: 'sandbox-access' },
  'code-compagnie': { type: 'string' },
  'insure-again': { type: 'boolean', default: false },
} as const;

const HELP = `Starts simulated mobile-money providers (Wave and CinetPay) and a simulated certificate authority, in real time.

Usage: main.ts [mobile-money] [cinetpay] [certificate-authority] [options]     starts all if none is named

  Option                        Effect                             Default
  --host HOST                   address to listen on               127.0.0.1
  --data-dir FOLDER             folder for their state             .data/simulators
  --mobile-money-port PORT      Wave; 0 chooses a free one         4010
  --mobile-money-url URL        Wave's address for payers          the one it listens on
  --api-key KEY                 the merchant's key                 wave_sandbox_key
  --business-name NAME          the merchant on the payer's page
  --notification-url URL        receiver of notifications          none are sent
  --notification-secret SECRET  signs the notifications            wave_sandbox_secret
  --cinetpay-port PORT          CinetPay; 0 chooses a free one     4030
  --cinetpay-url URL            CinetPay's address for payers      the one it listens on
  --cinetpay-api-key KEY        the merchant's key                 cinetpay_sandbox_key
  --cinetpay-site-id ID         the merchant's site                100000
  --cinetpay-secret SECRET      signs the notifications            cinetpay_sandbox_secret
  --authority-port PORT         0 chooses a free one               4020
  --authority-url URL           the address in its links           the one it listens on
  --code-demandeur CODE         the accepted applicant             SANDBOX
  --code-acces CODE             the applicant's secret             sandbox-access
  --code-compagnie CODE         the only accepted insurer          any
  --insure-again                accept vehicles already covered    they are refused
  -h, --help                    this text
`;

const readArguments = () => parseArgs({ options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof readArguments>['values'];

/** The prefix of each simulator's options for port and URL. */
const PREFIXES = {
  'mobile-money': 'mobile-money',
  cinetpay: 'cinetpay',
  'certificate-authority': 'authority',
} as const;
type Name = keyof typeof PREFIXES;
type Prefix = (typeof PREFIXES)[Name];

const urlOf = (values: Values, option: `${Prefix}-url` | 'notification-url'): string | undefined => {
  const url = values[option];
  if (url !== undefined && !URL.canParse(url)) throw new Error(`--${option} must be a complete URL.`);
  return url;
};

const siteOf = (values: Values, name: Name): SimulatorOptions => {
  const prefix = PREFIXES[name];
  const [port, url] = [values[`${prefix}-port`], urlOf(values, `${prefix}-url`)];
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new Error(`--${prefix}-port must be a number from 0 to 65535.`);
  return {
    host: values.host,
    port: Number(port),
    ...(url !== undefined && { publicUrl: url.replace(/\/+$/, '') }),
    dataDir: join(values['data-dir'], name),
    now: () => new Date(),
    log: (line) => console.error(`${name}: ${line}`),
  };
};

const STARTS: Readonly<Record<Name, (site: SimulatorOptions, values: Values) => Promise<Simulator>>> = {
  'mobile-money': (site, values) => {
    const url = urlOf(values, 'notification-url');
    return waveSimulator({
      ...site,
      apiKey: values['api-key'],
      businessName: values['business-name'],
      notifications: url === undefined ? undefined : { url, secret: values['notification-secret'] },
    });
  },
  // CinetPay's notifications are sent to the URL in each payment request.
  cinetpay: (site, values) =>
    cinetpaySimulator({
      ...site,
      apiKey: values['cinetpay-api-key'],
      siteId: values['cinetpay-site-id'],
      notificationSecret: values['cinetpay-secret'],
      businessName: values['business-name'],
    }),
  'certificate-authority': (site, values) => {
    const { 'code-demandeur': code_demandeur, 'code-acces': code_acces, 'code-compagnie': code_compagnie } = values;
    const credentials = { code_demandeur, code_acces, ...(code_compagnie !== undefined && { code_compagnie }) };
    return certificateAuthoritySimulator({ ...site, credentials, refuseCoveredVehicles: !values['insure-again'] });
  },
};

const isName = (name: string): name is Name => Object.hasOwn(PREFIXES, name);

/**
 * Starts a simulator. If its name is unknown, an option is invalid or its port is in use, throws a one-line error with
 * instructions.
 */
const start = async (name: string, values: Values): Promise<Simulator> => {
  if (!isName(name))
    throw new Error(`There is no simulator "${name}". Use mobile-money, cinetpay or certificate-authority.`);
  try {
    return await STARTS[name](siteOf(values, name), values);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const way = `choose another with --${PREFIXES[name]}-port, or 0 for a free one`;
    throw new Error(`The port of ${name} is in use: ${way}.`, { cause: error });
  }
};

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  if (values.help) return void process.stdout.write(HELP);
  const running: Simulator[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((simulator) => simulator.close()));
  };
  try {
    for (const name of positionals.length > 0 ? new Set(positionals) : Object.keys(STARTS)) {
      const simulator = await start(name, values);
      running.push(simulator);
      console.log(`${name}: ${simulator.url}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
};

try {
  await main();
} catch (error) {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.error(line);
  process.exitCode = 1;
}
