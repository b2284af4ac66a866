import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificateAuthoritySimulator, cinetpaySimulator, waveSimulator, type Simulator } from './index.ts';

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

const HELP = `Starts simulated mobile-money providers (Wave and CinetPay) and a simulated certificate authority, on real time.

Usage: main.ts [mobile-money] [cinetpay] [certificate-authority] [options]     all if none is named

  --host HOST                   address to listen on               127.0.0.1
  --data-dir FOLDER             where all keep their state         .data/simulators
  --mobile-money-port PORT      Wave; 0 takes a free one           4010
  --mobile-money-url URL        where payers reach it              where it listens
  --api-key KEY                 the merchant's key                 wave_sandbox_key
  --business-name NAME          who asks, on the payer's page
  --notification-url URL        where notifications go             none is sent
  --notification-secret SECRET  signs the notifications            wave_sandbox_secret
  --cinetpay-port PORT          CinetPay; 0 takes a free one       4030
  --cinetpay-url URL            where payers reach it              where it listens
  --cinetpay-api-key KEY        the merchant's key                 cinetpay_sandbox_key
  --cinetpay-site-id ID         the merchant's site                100000
  --cinetpay-secret SECRET      signs the notifications            cinetpay_sandbox_secret
  --authority-port PORT         0 takes a free one                 4020
  --authority-url URL           where its links lead               where it listens
  --code-demandeur CODE         who may ask for certificates       SANDBOX
  --code-acces CODE             its secret                         sandbox-access
  --code-compagnie CODE         the only insurer known             any
  --insure-again                also vehicles that are covered       they are refused
  -h, --help                    this text
`;

const readArguments = () => parseArgs({ options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof readArguments>['values'];

const portOf = (values: Values, option: 'mobile-money-port' | 'cinetpay-port' | 'authority-port'): number => {
  const port = Number(values[option]);
  if (/^\d+$/.test(values[option]) && port <= 65_535) return port;
  throw new Error(`--${option} must be a number from 0 to 65535.`);
};

/** The address others are told, where it is not the one listened on. */
const toldOf = (
  values: Values,
  option: 'mobile-money-url' | 'cinetpay-url' | 'authority-url',
): { readonly publicUrl?: string } => {
  const url = values[option];
  if (url !== undefined && !URL.canParse(url)) throw new Error(`--${option} must be a complete URL.`);
  return url === undefined ? {} : { publicUrl: url.replace(/\/+$/, '') };
};

const common = (values: Values, folder: string) => ({
  host: values.host,
  dataDir: join(values['data-dir'], folder),
  now: () => new Date(),
  log: (line: string) => console.error(`${folder}: ${line}`),
});

const STARTS: Readonly<Record<string, (values: Values) => Promise<Simulator>>> = {
  'mobile-money': (values) => {
    const [port, url] = [portOf(values, 'mobile-money-port'), values['notification-url']];
    if (url !== undefined && !URL.canParse(url)) throw new Error('--notification-url must be a complete URL.');
    return waveSimulator({
      ...common(values, 'mobile-money'),
      ...toldOf(values, 'mobile-money-url'),
      port,
      apiKey: values['api-key'],
      businessName: values['business-name'],
      notifications: url === undefined ? undefined : { url, secret: values['notification-secret'] },
    });
  },
  // Its notifications go where each payment says.
  cinetpay: (values) =>
    cinetpaySimulator({
      ...common(values, 'cinetpay'),
      ...toldOf(values, 'cinetpay-url'),
      port: portOf(values, 'cinetpay-port'),
      apiKey: values['cinetpay-api-key'],
      siteId: values['cinetpay-site-id'],
      notificationSecret: values['cinetpay-secret'],
      businessName: values['business-name'],
    }),
  'certificate-authority': (values) => {
    const { 'code-demandeur': code_demandeur, 'code-acces': code_acces, 'code-compagnie': code_compagnie } = values;
    const credentials = { code_demandeur, code_acces, ...(code_compagnie === undefined ? {} : { code_compagnie }) };
    const port = portOf(values, 'authority-port');
    const told = toldOf(values, 'authority-url');
    return certificateAuthoritySimulator({
      ...common(values, 'certificate-authority'),
      ...told,
      port,
      credentials,
      refuseCoveredVehicles: !values['insure-again'],
    });
  },
};

const PORT_OPTIONS: Readonly<Record<string, string>> = {
  'mobile-money': '--mobile-money-port',
  cinetpay: '--cinetpay-port',
  'certificate-authority': '--authority-port',
};

/** The simulator, or an error of one line that says what to do. */
const start = async (name: string, values: Values): Promise<Simulator> => {
  const begin = STARTS[name];
  if (!begin) throw new Error(`There is no simulator "${name}": name mobile-money, cinetpay or certificate-authority.`);
  try {
    return await begin(values);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const way = `choose another with ${PORT_OPTIONS[name]}, or 0 for a free one`;
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
