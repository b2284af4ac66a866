import { expect } from 'chai';
import type { Command } from 'commander';
import { operatorProgram } from '../src/operator/program.ts';

/** Every noun and verb that scripts may rely on, with the options they may give. */
const VERBS = [
  'company add <name> --intermediary-code',
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
  'vehicle document <vehicle> --out',
  'contract show <contract>',
  'contract list --certificate --older --most',
  'certificate retry [contract] --all --reason',
  'certificate attach <contract> --number --pdf --image --qr',
  'payment show <payment>',
  'payment list --since --refund --most',
  'payment refunded <payment> --reference --note',
  'payment close <payment> --why',
  'payment pause --why',
  'payment resume',
  'work status',
  'work run <name>',
];

const written = (noun: Command, verb: Command): string => {
  const given = verb.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [noun.name(), verb.name(), ...given, ...verb.options.map(({ long }) => long)].join(' ');
};

describe('the operator’s command', () => {
  const nouns = operatorProgram({}).commands;

  it('has these nouns and verbs', () => {
    const verbs = nouns.flatMap((noun) => noun.commands.map((verb) => written(noun, verb)));
    expect(verbs).to.have.members(VERBS);
  });

  for (const command of nouns.flatMap((noun) => [noun, ...noun.commands]))
    it(`explains ${command.parent?.name() ?? ''} ${command.name()}`, () => {
      const help = command.helpInformation().replace(/\s+/g, ' ');
      expect(help).to.contain(command.description()).and.to.contain('--json');
      expect(command.description()).to.not.equal('');
      for (const option of command.options) expect(option.description, option.flags).to.not.equal('');
    });
});
