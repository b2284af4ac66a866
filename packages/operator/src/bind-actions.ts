import { ACTIONS_IN_ENGLISH, actionsInWords, type ActionPorts, type WordedAction } from '@vehicle-insurance/core';
import { Argument, Option, type Command } from 'commander';
import { SUBJECTS } from './action-subjects.ts';
import { printAction } from './print-action.ts';
import type { Context, Run } from './context.ts';
import { day, moment, requiredText } from './options.ts';
import { textIn } from './read-file.ts';
import { progressTo } from './progress.ts';
import { refuse } from './refusal.ts';
import type { Output } from './terminal.ts';

type Field = WordedAction['fields'][number];
/** The options of a command, as commander passes them. */
type Given = Readonly<Record<string, string | true | undefined>>;

/**
 * Adds each action as a command, such as `payment close`, or as an option, such as `certificate retry --all`. The
 * console has the same actions.
 */
export const bindActions = (program: Command, run: Run, stderr: Output): void => {
  const all = actionsInWords(ACTIONS_IN_ENGLISH);
  for (const action of all.filter(({ name }) => !name.includes('--'))) {
    const [noun, verb = ''] = action.name.split(' ');
    const command = program.commands.find((each) => each.name() === noun)?.command(verb);
    if (!command) throw new Error(`there is no noun for ${action.name}`);
    command.description(descriptionOf(action));
    const ofAll = all.find(({ name }) => name.startsWith(`${action.name} --`));
    const argument = argumentOf(action, ofAll !== undefined);
    if (argument) command.addArgument(argument);
    const flag = ofAll?.name.split(' --')[1] ?? '';
    if (ofAll) command.option(`--${flag}`, ofAll.title);
    for (const field of action.fields) if (isOption(field)) command.addOption(optionOf(field));
    if (WRITES_FILES.includes(action.name)) command.option(...OUT);
    if (action.preview) command.option('--preview', 'print the result without storing anything');
    command.action((...given: readonly unknown[]) =>
      run((context) => {
        const typed = argument ? (given[0] as string | undefined) : undefined;
        const options = (argument ? given[1] : given[0]) as Given;
        const isOfAll = ofAll !== undefined && options[flag] === true;
        if (ofAll && isOfAll === (typed !== undefined))
          return refuse(`Give either a ${action.about}’s id or --${flag}.`);
        return carryOut(isOfAll ? ofAll : action, context, typed, options, stderr);
      }),
    );
  }
};

const carryOut = async (
  action: WordedAction,
  context: Context,
  typed: string | undefined,
  options: Given,
  stderr: Output,
) => {
  const argument = action.fields.find(({ isArgument }) => isArgument)?.name;
  const subject = argument === undefined ? await SUBJECTS[action.about].find(context, typed ?? '', options) : '';
  const given = argument === undefined ? options : { ...options, [argument]: typed };
  const fields: Record<string, string> = {};
  for (const { name, kind } of action.fields) {
    const value = given[name];
    if (value !== undefined) fields[name] = kind === 'file' ? await textIn(textOf(value)) : textOf(value);
  }
  const { ports, lock, by: name, consoleAccess, bordereauxIn } = context;
  const actionPorts: ActionPorts = {
    ...ports,
    lock,
    bordereaux: bordereauxIn(options['out'] as string | undefined),
    endSessions: async (...asked) => {
      // Only the commands that need the console's library load it.
      const { endSessions } = await import('@vehicle-insurance/console');
      return endSessions(await consoleAccess())(...asked);
    },
    progress: progressTo(stderr),
  };
  const by = { name, issuer: null, subject: null };
  const isPreview = options['preview'] === true;
  const done = await ((isPreview && action.preview) || action.run)(actionPorts, { subject, fields, by });
  if (done.isErr()) return refuse(action.failureText(done.error, subject));
  const text = `${isPreview ? 'Preview: nothing is stored.\n' : ''}${action.doneText(done.value, subject)}`;
  return printAction(action.name, done.value, { context, subject, fields, text });
};

const textOf = (value: unknown): string => (value === true ? 'yes' : String(value));

/** The actions that write files. */
const WRITES_FILES: readonly string[] = ['books close', 'bordereau make'];
const OUT = ['--out <folder>', 'write the bordereaux in this folder (default: DATA_DIR/bordereaux)'] as const;

const descriptionOf = ({ title, consequence }: WordedAction): string => `${title}; ${consequence}`;

/** The argument of the command: the field that is declared as the argument or, without such a field, the subject. */
const argumentOf = ({ about, fields }: WordedAction, isOptional: boolean): Argument | undefined => {
  const field = fields.find(({ isArgument }) => isArgument);
  if (field) {
    const argument = new Argument(`<${field.name}>`, fieldText(field));
    return field.choices ? argument.choices(field.choices) : argument;
  }
  const { argument: name, description, parse } = SUBJECTS[about];
  if (name === undefined) return undefined;
  const argument = new Argument(isOptional ? name.replace('<', '[').replace('>', ']') : name, description);
  return parse ? argument.argParser(parse) : argument;
};

const isOption = ({ kind, isArgument }: Field): boolean => kind !== 'seen' && !isArgument;

/** The help text of a field: its label, and the meaning of each choice. */
const fieldText = ({ label, choiceLabels }: Field): string =>
  [label, ...Object.entries(choiceLabels).map(([choice, meaning]) => `${choice}: ${meaning}`)].join('; ');

const optionOf = (field: Field): Option => {
  const { name, kind, choices, optional, canBeEmpty } = field;
  const long = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const option = new Option(kind === 'check' ? long : `${long} <${PLACEHOLDERS[kind] ?? name}>`, fieldText(field));
  option.mandatory = optional === undefined && kind !== 'check';
  if (choices) return option.choices(choices);
  const parse = canBeEmpty ? undefined : PARSERS[kind];
  return parse ? option.argParser(parse) : option;
};

const PLACEHOLDERS: Readonly<Record<string, string>> = { url: 'link', moment: 'moment', day: 'day', file: 'file' };

/** Checks a value before the action parses it. */
const PARSERS: Readonly<Record<string, (text: string) => string>> = {
  text: requiredText,
  company: requiredText,
  insurer: requiredText,
  provider: requiredText,
  moment: (text) => (moment(text), text),
  day,
};
