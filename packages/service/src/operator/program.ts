import { Command } from 'commander';
import { catalogueVerbs } from './catalogue.ts';
import { certificateVerbs } from './certificate.ts';
import { companyVerbs } from './company.ts';
import { contractVerbs } from './contract.ts';
import { keyVerbs } from './key.ts';
import { paymentVerbs } from './payment.ts';
import { vehicleVerbs } from './vehicle.ts';
import { whoIsWorking } from './who-is-working.ts';
import { openWorkplace, type Run } from './workplace.ts';
import { workVerbs } from './work.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's command with all its nouns. */
export const operatorProgram = (environment: Environment): Command => {
  const program = new Command('operator')
    .description('Creates companies, loads tariffs, and rescues what is stuck. Works while the service runs or not.')
    .option('--json', 'print JSON, for machines')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(`${inOneLine(text)} --help says what can be done.\n`) });

  const run: Run = async (does) => {
    const workplace = await openWorkplace(environment, whoIsWorking(environment));
    try {
      const answer = await does(workplace);
      const { json } = program.opts<{ json?: boolean }>();
      process.stdout.write(json ? `${JSON.stringify(answer.json, null, 2)}\n` : `${answer.text}\n`);
    } finally {
      await workplace.close();
    }
  };

  const noun = (name: string, description: string): Command => program.command(name).description(description);
  companyVerbs(noun('company', 'companies that call the API'), run);
  keyVerbs(noun('key', 'API keys of companies'), run);
  catalogueVerbs(noun('catalogue', 'coverages and their tariffs'), run);
  vehicleVerbs(noun('vehicle', 'vehicles of all companies'), run);
  contractVerbs(noun('contract', 'contracts of all companies'), run);
  certificateVerbs(noun('certificate', 'certificates of contracts'), run);
  paymentVerbs(noun('payment', 'payments of all companies'), run);
  workVerbs(noun('work', 'what waits for a person, and due work'), run);
  return program;
};

const inOneLine = (text: string): string => {
  const line = text.trim().replace(/\s*\n\s*/g, ' ');
  return /[.?)]$/.test(line) ? line : `${line}.`;
};
