import { sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { apiWorld, eventually, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';

export interface BusyConsole {
  readonly operator: OperatorCommand;
  readonly pages: ReadonlyMap<string, string>;
  readonly forms: readonly string[];
  readonly tariff: string;
}

/** Half of the provider's fee, so that fees differ. */
const OTHER_FEE = { WAVE_MERCHANT_BASIS_POINTS: '50' };

export const consoleWorld = (environment: Readonly<Record<string, string>> = {}): Promise<World> =>
  apiWorld({ ...OTHER_FEE, ...environment, CONSOLE_PORT: '0' });

export const makeBusy = async (world: World): Promise<BusyConsole> => {
  const environment = { ...world.sandbox.database, ...OTHER_FEE, OPERATOR: 'Koffi Kouassi' };
  const operator = operatorOn(world.sandbox.dataDir, environment);
  const { clock } = world;
  await world.insured();
  const month = (await clock.today()).slice(0, 7);
  await clock.advance('P32D');
  await operator.json('books', 'close', month, '--why', 'vu avec le comptable');

  for (const contracts of [2, 1, 3]) {
    await clock.nextMorning();
    for (let made = 0; made < contracts; made += 1) await world.insured();
    await world.quote();
  }
  const day = await clock.today();
  const cancelled = await world.insured({ policyHolderPhone: '0700000011' });
  await operator.json('contract', 'cancel', cancelled.contract.id, '--why', 'assuré ailleurs');
  const { quoteId, contract } = await world.insured({ policyHolderName: 'Mariam Koné' });
  const { payment } = await world.standing(quoteId);
  if (!payment) throw new Error('it is paid');
  const [session] = await world.sessions(payment.id);
  const provider = (await world.operator.context()).ports.providers.named('wave');
  await provider.refund(session?.id ?? '');
  await clock.nextMorning();
  await eventually(
    () => operator.json<readonly { id: string }[]>('statement', 'differences'),
    ({ length }) => length > 2,
  );
  const [first] = await operator.json<readonly { id: string; kind: string }[]>('statement', 'differences');
  await operator.text('statement', 'explain', first?.id ?? '', '--why', 'le contrat de Wave a changé au 1er');
  const refused = (await world.insured({ policyHolderPhone: '0700000011' })).contract;
  await world.insured({ policyHolderPhone: '0700000018' });
  await clock.advance('PT7H');
  const late = await world.opened((await world.quote()).id, '0500000009');
  await clock.advance('PT40M');
  const company = (await operator.json<readonly { id: string }[]>('company', 'list'))[0]?.id ?? '';
  return {
    operator,
    tariff: JSON.stringify(anotherTariff(structuredClone(sandboxCatalogueFile) as CatalogueFile)),
    forms: [
      ...[`payment-close/${late.id}`, 'payment-pause/-', 'company-add/-', `key-issue/${company}`],
      ...[
        `company-disable/${company}`,
        `company-set/${company}`,
        'work-run/-',
        `certificate-retry/${refused.id}`,
        `contract-cancel/${refused.id}`,
      ],
    ].map((form) => `/act/${form}`),
    pages: new Map([
      ['items', '/'],
      ['search', '/search?q=0500001234'],
      ['payment', `/payment/${payment.id}`],
      ['payment-late', `/payment/${late.id}`],
      ['contract', `/contract/${contract.id}`],
      ['contract-refused', `/contract/${refused.id}`],
      ['attach', `/act/certificate-attach/${refused.id}`],
      ['proposals', '/proposals'],
      ['statement', '/statement'],
      ['statement-day', `/statement/day?day=${day}`],
      ['books', '/books'],
      ['balance', `/books/${month}`],
      ['bordereaux', `/books/${month}/bordereaux`],
      ['companies', '/company'],
      ['company', `/company/${company}`],
      ['health', '/health'],
      ['catalogue', '/catalogue'],
      ['figures', '/figures'],
      ['what-if', '/what-if'],
    ]),
  };
};

/** The sandbox's tariff with a higher price of the brown card, and half the fee for a year. */
const anotherTariff = (file: CatalogueFile): CatalogueFile => {
  const { auto } = file.tariffs;
  if (!auto) throw new Error('the sandbox insures no cars');
  const fees = auto.fees.map((fee) => ({ ...fee, amounts: { ...fee.amounts, 12: 3_500 } }));
  const taxes = auto.taxes.map((tax) =>
    tax.code === 'brown_card' ? { ...tax, charge: { kind: 'fixed' as const, amount: 1_500 } } : tax,
  );
  return { ...file, tariffs: { ...file.tariffs, auto: { ...auto, fees, taxes } } };
};
