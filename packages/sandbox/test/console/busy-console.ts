import { sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { everyPage } from '../../../console/test/every-page.ts';
import { apiWorld, daysAfter, eventually, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { signIn } from './enter.ts';

export interface BusyConsole {
  readonly operator: OperatorCommand;
  /** The pages that the documentation shows, by the name of the picture. */
  readonly pages: ReadonlyMap<string, string>;
  /** An address of every page, the forms of all actions included. */
  readonly every: readonly string[];
  readonly tariff: string;
  /** A contract that can be cancelled. */
  readonly contract: string;
  /** A provider's statement of one payment, to import. */
  readonly statement: string;
}

/** The phone of Mariam Koné alone. */
const MARIAM = '0700005679';

/** Half of the merchant fee on Wave's statement, so that fees differ. */
const OTHER_FEE = { WAVE_MERCHANT_BASIS_POINTS: '50' };

export const consoleWorld = (): Promise<World> =>
  apiWorld({ ...OTHER_FEE, CONSOLE_PORT: '0', CONSOLE_SECOND_PERSON: 'true' });

export const makeBusy = async (world: World): Promise<BusyConsole> => {
  const environment = { ...world.sandbox.database, ...OTHER_FEE, OPERATOR: 'Koffi Kouassi' };
  const operator = operatorOn(world.sandbox.dataDir, environment);
  const { clock } = world;
  await world.insured();
  const ending = await world.insured({ policyHolderName: 'Yao Kouadio', duration: 3 });
  await world.insured({ policyHolderName: 'Adjoua Kouamé', duration: 3 });
  await world.insured({
    ...{ policyHolderName: 'Yao Kouadio', vehicleId: ending.contract.vehicle.id },
    startDate: daysAfter(ending.contract.endDate, 1),
  });
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
  const { quoteId, contract } = await world.insured({ policyHolderName: 'Mariam Koné', policyHolderPhone: MARIAM });
  const { payment } = await world.standing(quoteId);
  if (!payment) throw new Error('it is paid');
  const [session] = await world.sessions(payment.id);
  const provider = (await world.operator.context()).ports.providers.named('wave');
  await provider.refund(session?.id ?? '');
  await clock.nextMorning();
  await eventually(
    async () => (await operator.json<readonly object[]>('statement', 'differences')).length > 2,
    Boolean,
  );
  const [first] = await operator.json<readonly { id: string; kind: string }[]>('statement', 'differences');
  await operator.text('statement', 'explain', first?.id ?? '', '--why', 'le contrat de Wave a changé au 1er');
  const refused = (await world.insured({ policyHolderPhone: '0700000011' })).contract;
  await world.insured({ policyHolderPhone: '0700000018' });
  await clock.advance('PT7H');
  const late = await world.opened((await world.quote()).id, '0500000009');
  await clock.advance('PT40M');
  const company = (await operator.json<readonly { id: string }[]>('company', 'list'))[0]?.id ?? '';
  const close = `/act/payment-close/${late.id}`;
  const why = 'l’opérateur ne répond pas, le souscripteur veut payer de nouveau';
  await (await signIn(operator, 'Awa Koné', 'act')).fill(close, close, { why });
  const [entered] = await operator.json<readonly { id: string }[]>('session', 'list');
  const record = (kind: string, ...given: readonly string[]) =>
    operator.json<{ readonly voucher: { readonly id: string } }>(...['books', 'record', kind, '--date', day, ...given]);
  await record(
    ...['sweep', '--provider', 'wave', '--amount', '250000', '--reference', 'VIR-118'],
    ...['--why', 'virement de la semaine'],
  );
  const { voucher } = await record(
    ...['remittance', '--insurer', 'sandbox', '--amount', '50000', '--reference', 'VIR-119'],
    ...['--why', 'acompte du mois'],
  );
  const pages = new Map([
    ['items', '/'],
    ['search', '/search?q=0500001234'],
    ['contracts', '/contracts'],
    ['renewals', '/renewals?within=60'],
    ['contract', `/contract/${contract.id}`],
    ['contract-refused', `/contract/${refused.id}`],
    ['client', `/client/${MARIAM}`],
    ['vehicle', `/vehicle/${contract.vehicle.id}`],
    ['payment', `/payment/${payment.id}`],
    ['payment-late', `/payment/${late.id}`],
    ['attach', `/act/certificate-attach/${refused.id}`],
    ['proposals', '/proposals'],
    ['statement', '/statement'],
    ['statement-day', `/statement/day?day=${day}`],
    ['books', '/books'],
    ['balance', `/books/${month}`],
    ['ledger', '/books/ledger?account=wallet'],
    ['open-amounts', '/books/open'],
    ['vouchers', '/books/vouchers'],
    ['bordereaux', `/books/${month}/bordereaux`],
    ['figures', '/figures'],
    ['companies', '/company'],
    ['company', `/company/${company}`],
    ['set-up', `/company/${company}/setup`],
    ['catalogue', '/catalogue'],
    ['what-if', '/what-if'],
    ['health', '/health'],
    ['sessions', '/session'],
  ]);
  const shown = (...names: readonly string[]): readonly string[] => names.map((name) => pages.get(name) ?? '');
  return {
    ...{
      operator,
      pages,
      contract: contract.id,
      statement: `Id;Date;Montant;Frais;Réf\nT1;${day} 06:00;${payment.chargedAmount};0;${payment.id}\nT2;${day} 07:30;900;9;commande 8\n`,
      tariff: JSON.stringify(anotherTariff(structuredClone(sandboxCatalogueFile) as CatalogueFile)),
    },
    every: everyPage(
      {
        ...{ payment: late.id, contract: refused.id, company, difference: first?.id ?? '', item: refused.id, month },
        ...{ bordereaux: month, session: entered?.id ?? '', service: '-', voucher: voucher.id, statement: '-' },
      },
      {
        '/search': ['/search', '/search?q=nobody', ...shown('search')],
        '/client/:phone': shown('client'),
        '/vehicle/:id': shown('vehicle'),
        '/payment/:id': shown('payment', 'payment-late'),
        '/contract/:id': shown('contract', 'contract-refused'),
        '/statement/day': shown('statement-day'),
        '/books/ledger': ['/books/ledger', ...shown('ledger')],
        '/books/:month': shown('balance'),
        '/books/:month/bordereaux': shown('bordereaux'),
        '/company/:id': shown('company'),
        '/company/:id/setup': shown('set-up'),
      },
    ),
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
