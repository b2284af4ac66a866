import { ROUTES } from '@vehicle-insurance/console';
import { ACTIONS, type ActionField } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { operatorProgram } from '../src/program.ts';
import { officeForAll } from './office.ts';

const verbs = operatorProgram({}).commands.flatMap((noun) =>
  noun.commands.map((command) => [`${noun.name()} ${command.name()}`, command] as const),
);
const VERBS = new Map<string, (typeof verbs)[number][1]>(verbs);
const table = Object.entries<{ readonly fields: Readonly<Record<string, ActionField>> }>(ACTIONS);

/** Commands that show something, and changes that need a file or the terminal of the person who types. */
const ONLY_COMMANDS = [
  ...['company list', 'company show', 'key list', 'catalogue check', 'catalogue show', 'catalogue price'],
  ...['catalogue simulate', 'vehicle document', 'contract show', 'contract list', 'payment show', 'payment list'],
  ...['books accounts', 'books show', 'books ledger', 'books open', 'books vouchers', 'session list'],
  ...['session history', 'statement differences', 'statement show', 'statement imports', 'work status'],
  ...['proof make-key', 'proof show-key', 'console link', 'catalogue load'],
];

describe('the table of actions', () => {
  const { office } = officeForAll();

  it('has every change that the command can make, and every form of the console', () => {
    const names = table.map(([name]) => name);
    const typed = names.filter((name) => !name.includes('--'));
    expect([...VERBS.keys()]).to.have.members([...typed, ...ONLY_COMMANDS]);
    const changing = ROUTES.filter(
      ({ method, changesNothing, signsOut }) => method === 'POST' && !changesNothing && !signsOut,
    );
    expect(changing.map(({ path }) => path)).to.have.members([
      ...['/act/:action/:id', '/proposals/:id/confirm', '/proposals/:id/withdraw'],
    ]);
  });

  for (const [name, { fields }] of table)
    it(`has the same fields for ${name} on the command line and in the form`, async () => {
      const [verb = '', all] = name.split(' --');
      const command = VERBS.get(verb);
      if (all !== undefined) expect(command?.options.map(({ long }) => long)).to.include(`--${all}`);
      const asOptions = Object.entries(fields).filter(([, { kind, isArgument }]) => kind !== 'seen' && !isArgument);
      const options =
        command?.options.filter(({ long }) => !['--out', '--all', '--preview'].includes(long ?? '')) ?? [];
      expect(options.map((option) => option.attributeName())).to.have.members(asOptions.map(([field]) => field));
      for (const [field, { kind, optional }] of asOptions)
        expect(options.find((option) => option.attributeName() === field)?.mandatory, field).to.equal(
          kind !== 'check' && optional === undefined,
        );

      const form = name.replaceAll(/[ -]+/g, '-');
      const awa = await office.signedIn('Awa', 'act');
      const { status, text } = await awa.get(`/act/${form}/${office.company.id}`);
      expect(status).to.equal(200);
      const inForm = Object.entries(fields).filter(([, { onlyOnCommandLine }]) => !onlyOnCommandLine);
      const shown = [...text.matchAll(/<(?:input|select)\s[^>]*?name="([\w-]+)"/g)].map(([, field]) => field);
      const own = ['form-token', 'replaces', 'q'];
      expect(shown.filter((field) => !own.includes(field ?? ''))).to.have.members(inForm.map(([field]) => field));
      const looking = await office.signedIn('Koffi', 'look');
      const seen = await looking.get(`/act/${form}/${office.company.id}`);
      expect(seen.text).not.to.include('method="post" action="/act');
    });

  it('corrects a company in the console, from a form that shows its present facts', async () => {
    const { id, name } = office.company;
    const awa = await office.signedIn('Awa', 'act');
    const form = `/act/company-set/${id}`;
    const fact = async () => (await office.operator.json<{ office: string | null }>('company', 'show', id)).office;
    await awa.fill(form, form, { office: 'Plateau' });
    expect(await fact()).to.equal('Plateau');
    expect((await awa.get(form)).text)
      .to.include(`value="${name}"`)
      .and.to.include('value="Plateau"');
    await awa.fill(form, form, { office: '' });
    expect(await fact()).to.equal(null);
  });
});
