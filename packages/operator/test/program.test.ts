import { readdirSync, readFileSync } from 'node:fs';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Command } from 'commander';
import { operatorProgram } from '../src/program.ts';

/** Every subcommand that scripts may rely on, with its options. */
const COMMANDS = [
  'company add <name> --intermediary-code --office --legal-form --address --licence --phone',
  'company set <company> --name --intermediary-code --office --legal-form --address --licence --phone',
  'company list',
  'company show <company>',
  'company disable <company>',
  'company enable <company>',
  'key issue <company> --label --expires',
  'key list <company>',
  'key revoke <key>',
  'catalogue check <file>',
  'catalogue load <file>',
  'catalogue show',
  'catalogue price <file>',
  'catalogue simulate <file> --since --until --csv',
  'vehicle document <vehicle> --out',
  'contract show <contract>',
  'contract cancel <contract> --why',
  'contract list --certificate --status --company --since --until --older --most',
  'certificate retry [contract] --all --reason',
  'certificate attach <contract> --number --pdf --image --qr',
  'payment show <payment>',
  'payment list --since --until --company --status --refund --most',
  'payment refunded <payment> --reference --note --on-pages --unanswered --unasked',
  'payment settle <payment> --how --reason',
  'payment close <payment> --why',
  'payment pause --why',
  'payment resume',
  'console link --name --role',
  'session list',
  'session end <session> --why',
  'session history --most',
  'books accounts --chart',
  'bordereau make [month] --from --until --out',
  'books close <month> --why --out',
  'books show <month> --chart',
  'proof make-key',
  'proof show-key',
  'statement differences --explained --most',
  'statement show <day> --most',
  'statement import <file> --mapping --provider --from --until --allow-unknown-kinds',
  'statement explain <difference> --reason',
  'work status',
  'work dismiss <item> --why --kind',
  'work run <name>',
];

const written = (noun: Command, command: Command): string => {
  const given = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [noun.name(), command.name(), ...given, ...command.options.map(({ long }) => long)].join(' ');
};

describe('the operator’s command', () => {
  const nouns = operatorProgram({}).commands;

  it('has exactly the listed commands and options', () => {
    const commands = nouns.flatMap((noun) => noun.commands.map((command) => written(noun, command)));
    expect(commands).to.have.members(COMMANDS);
  });

  it('has no option without a test', () => {
    const folder = new URL('./', import.meta.url);
    const others = readdirSync(folder).filter((name) => name.endsWith('.ts') && !import.meta.url.endsWith(name));
    const tests = others.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const options = new Set(
      nouns.flatMap((noun) => noun.commands.flatMap((each) => each.options)).map(({ long }) => long),
    );
    expect([...options].filter((long) => !tests.includes(`'${long}'`))).to.deep.equal([]);
  });

  for (const command of nouns.flatMap((noun) => [noun, ...noun.commands]))
    it(`describes ${command.parent?.name() ?? ''} ${command.name()} in its help`, () => {
      const help = command.helpInformation().replace(/\s+/g, ' ');
      expect(help).to.contain(command.description()).and.to.contain('--json');
      expect(command.description()).to.not.equal('');
      for (const option of command.options) expect(option.description, option.flags).to.not.equal('');
    });
});

describe('docs/morning.md', () => {
  const page = readFileSync(new URL('../../../docs/morning.md', import.meta.url), 'utf8');
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => [/^`(\w+)`$/m.exec(section)?.[1], section.replace(/^## [^]*/m, '')]),
  );

  // Proves: action-items-explained
  it('has a section for each kind of action item, and for no other', () => {
    expect([...sections.keys()]).to.have.members([...ACTION_ITEM_KINDS]);
  });

  for (const kind of ACTION_ITEM_KINDS)
    it(`explains ${kind} and gives a command`, () => {
      const [meaning = ''] = (sections.get(kind) ?? '').replace(/^.*\n/, '').split('```sh');
      expect(meaning.trim().length, 'what it means').to.be.greaterThan(40);
      expect(sections.get(kind)).to.match(/^operator \w+ \w+/m);
    });

  it('contains only commands and options that exist', () => {
    const named = [...page.matchAll(/\boperator ((?:payment|contract|certificate|work) \w+)([^`\n]*)/g)];
    expect(named.length).to.be.greaterThan(ACTION_ITEM_KINDS.length);
    for (const [line, command = '', rest = ''] of named) {
      const [known = ''] = COMMANDS.filter((each) => each === command || each.startsWith(`${command} `));
      expect(known, line).to.not.equal('');
      for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(known.split(' '), line).to.include(option);
    }
  });
});
