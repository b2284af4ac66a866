import { readdirSync, readFileSync } from 'node:fs';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Context } from '../src/context.ts';
import { operatorProgram } from '../src/program.ts';
import { runOperator } from '../src/run-operator.ts';
import { captured } from './command.ts';

const nouns = operatorProgram({}).commands;

describe('the operator’s command', () => {
  it('closes its database even if it fails', async () => {
    let isClosed = false;
    const context = { close: async () => void (isClosed = true) } as unknown as Context;
    const open = async () => context;
    const { status } = await captured((terminal) => runOperator(['company', 'list'], {}, open, terminal));
    expect([status, isClosed]).to.deep.equal([1, true]);
  });

  it('has no command and no option without a test', () => {
    const folder = new URL('./', import.meta.url);
    const others = readdirSync(folder).filter((name) => name.endsWith('.ts') && !import.meta.url.endsWith(name));
    const tests = others.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const options = new Set(
      nouns.flatMap((noun) => noun.commands.flatMap((each) => each.options)).map(({ long }) => long),
    );
    expect([...options].filter((long) => !tests.includes(`'${long}'`))).to.deep.equal([]);
    const verbs = nouns.flatMap((noun) => noun.commands.map((command) => `'${noun.name()}', '${command.name()}'`));
    expect(verbs.filter((words) => !tests.replaceAll(/,\s+/g, ', ').includes(words))).to.deep.equal([]);
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
      expect(sections.get(kind)).to.match(/(?:^|`)operator \w+ \w+/m);
    });

  it('contains only commands and options that exist', () => {
    const named = [...page.matchAll(/\boperator ((?:payment|contract|certificate|work) \w+)([^`\n]*)/g)];
    expect(named.length).to.be.greaterThan(ACTION_ITEM_KINDS.length);
    for (const [line, command = '', rest = ''] of named) {
      const [noun, verb] = command.split(' ');
      const known = nouns.find((each) => each.name() === noun)?.commands.find((each) => each.name() === verb);
      const options = [...rest.matchAll(/--[\w-]+/g)].map(([option]) => option);
      const allowed = known?.options.map(({ long }) => long);
      expect(allowed, line).to.include.members(options);
    }
  });
});
