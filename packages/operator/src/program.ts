import { Command } from 'commander';
import type { CommandOutput } from './command-output.ts';
import { bindActions } from './bind-actions.ts';
import { booksCommands } from './commands/books.ts';
import { catalogueCommands } from './commands/catalogue.ts';
import { companyCommands } from './commands/company.ts';
import { consoleCommands } from './commands/console.ts';
import { contractCommands } from './commands/contract.ts';
import { figuresCommand } from './commands/figures.ts';
import { keyCommands } from './commands/key.ts';
import { paymentCommands } from './commands/payment.ts';
import { proofCommands } from './commands/proof.ts';
import { searchCommand } from './commands/search.ts';
import { sessionCommands } from './commands/session.ts';
import { statementCommands } from './commands/statement.ts';
import { vehicleCommands } from './commands/vehicle.ts';
import { operatorName } from './operator-name.ts';
import { openContext, type OpenContext, type Run } from './context.ts';
import type { Terminal } from './terminal.ts';
import { workCommands } from './commands/work.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds an entry point's own commands. */
export type MoreNouns = (program: Command, terminal: Terminal) => void;

/** The operator's command with all its subcommands. Default of `terminal`: this process's own terminal. */
export const operatorProgram = (
  environment: Environment,
  open: OpenContext = (variables, by, stderr) => openContext(variables, by, undefined, stderr),
  terminal: Terminal = process,
  moreNouns: MoreNouns = () => undefined,
): Command => {
  const { stdout, stderr } = terminal;
  const program = new Command('operator')
    .description(
      'Creates companies, loads tariffs and resolves failed work. Works whether or not the service is running.',
    )
    .option('--json', 'print JSON')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(`${inOneLine(text)} Use --help to list commands and options.\n`),
    });

  const print = (output: CommandOutput): void => {
    const { json } = program.opts<{ json?: boolean }>();
    stdout.write(json ? `${JSON.stringify(output.json, null, 2)}\n` : `${output.text}\n`);
  };
  const run: Run = async (command) => {
    const context = await open(environment, operatorName(environment), stderr);
    try {
      print(await command(context));
    } finally {
      await context.close();
    }
  };

  const noun = (name: string, description: string): Command => program.command(name).description(description);
  companyCommands(noun('company', 'companies that call the API'), run);
  keyCommands(noun('key', 'API keys of companies'), run);
  catalogueCommands(noun('catalogue', 'coverages and their tariffs'), run, stderr);
  vehicleCommands(noun('vehicle', 'vehicles of all companies'), run);
  contractCommands(noun('contract', 'contracts of all companies'), run);
  noun('certificate', 'certificates of contracts');
  paymentCommands(noun('payment', 'payments of all companies'), run);
  noun('bordereau', 'monthly lists for insurers');
  booksCommands(noun('books', 'the ledger: monthly closings and trial balances'), run);
  proofCommands(noun('proof', 'the key that signs the proof on papers'), run, print);
  consoleCommands(noun('console', 'access to the operators’ console'), run);
  sessionCommands(noun('session', 'people signed in to the operators’ console'), run);
  statementCommands(noun('statement', 'providers’ statements and discrepancies with our records'), run);
  figuresCommand(noun('figures', 'counts and sums of a period, by day, company, insurer and coverage'), run);
  workCommands(noun('work', 'action items and due work'), run);
  searchCommand(program, run);
  bindActions(program, run, stderr);
  moreNouns(program, terminal);
  return program;
};

const inOneLine = (text: string): string => {
  const line = text.trim().replace(/\s*\n\s*/g, ' ');
  return /[.?)]$/.test(line) ? line : `${line}.`;
};
