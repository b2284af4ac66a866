import { userInfo } from 'node:os';
import { Command } from 'commander';
import { catalogueCommand } from './catalogue.ts';
import { certificateCommand } from './certificate.ts';
import { companyCommand } from './company.ts';
import { contractCommand } from './contract.ts';
import { keyCommand } from './key.ts';
import { paymentCommand } from './payment.ts';
import { openWorkplace, type Run } from './workplace.ts';
import { workCommand } from './work.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's command with all its nouns. */
export const operatorProgram = (environment: Environment): Command => {
  const program = new Command('operator')
    .description('Creates companies, loads tariffs, and rescues what is stuck.')
    .option('--json', 'print JSON, for machines')
    .exitOverride()
    .showHelpAfterError('(--help says what can be done)');

  const run: Run = async (does) => {
    const workplace = await openWorkplace(environment, userInfo().username);
    try {
      const answer = await does(workplace);
      const { json } = program.opts<{ json?: boolean }>();
      process.stdout.write(json ? `${JSON.stringify(answer.json, null, 2)}\n` : `${answer.text}\n`);
    } finally {
      await workplace.close();
    }
  };

  for (const noun of [
    companyCommand,
    keyCommand,
    catalogueCommand,
    contractCommand,
    certificateCommand,
    paymentCommand,
    workCommand,
  ])
    program.addCommand(noun(run));
  return program;
};
