import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AMOUNTS, BORDEREAUX, spaced, type Account, type Bordereau, type ContractEntry } from '@vehicle-insurance/core';
import { BORDEREAU_WORDS } from '@vehicle-insurance/contract-document';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { anEntry, write } from './write-and-die.ts';

type Moves = Readonly<Partial<Record<Account, number>>>;

/** The effect of a contract's premium on each account; no two sums of parts, of any two contracts, are equal. */
const premium = (n: number): Moves => ({
  ...{ premium_due: -80_000 - n * 10_001, commission: -9_000 - n * 1_003, accessories: -5_000 - n * 507 },
  ...{ tax: -700 - n * 211, guarantee_fund: -60 - n * 17, brown_card: -5 - n * 2 },
});
const whole = (n: number): number => Object.values(premium(n)).reduce((sum, amount) => sum - amount, 0);
const feesOf = (n: number): number => 40 + n;
const back = (n: number): Moves =>
  Object.fromEntries(Object.entries(premium(n)).map(([account, amount]) => [account, -amount]));

const MOVES: Readonly<Record<ContractEntry['cause'], (n: number) => Moves>> = {
  payment_succeeded: (n) => ({ ...premium(n), wallet: whole(n) + feesOf(n), provider_fees: -feesOf(n) }),
  contract_cancelled: (n) => ({ ...back(n), refunds_due: -whole(n) - feesOf(n), provider_fees: feesOf(n) }),
  refund_done: (n) => ({ refunds_due: whole(n) + feesOf(n), wallet: -whole(n) - feesOf(n) }),
  refund_by_hand: (n) => ({ refunds_due: whole(n) + feesOf(n), suspense: -whole(n) - feesOf(n) }),
};

const CONTRACTS: readonly (readonly [string | null, number, ...ContractEntry['cause'][]])[] = [
  [null, 1, 'payment_succeeded'],
  [null, 1, 'payment_succeeded', 'contract_cancelled', 'refund_done'],
  ['lagune', 1, 'payment_succeeded'],
  [null, 2, 'payment_succeeded'],
  // Sold in an earlier month.
  [null, 2, 'contract_cancelled', 'refund_by_hand'],
  ['lagune', 2, 'contract_cancelled'],
  ['lagune', 3, 'payment_succeeded', 'contract_cancelled'],
  [null, 3, 'refund_done'],
];
const ENTRIES = CONTRACTS.flatMap(([insurer, number, ...causes], n) =>
  causes.map((cause) => ({
    ...anEntry({ id: `${n} ${cause}`, insurer, cause, policyNumber: `P-${n}` }),
    ...{ fees: feesOf(n), moves: MOVES[cause](n) },
    ...{ companyId: `company ${number}`, intermediary: { number, name: `Courtage ${number}` } },
  })),
);

const OF_PREMIUM: readonly (readonly [string, ...Account[]])[] = [
  ['net', 'premium_due', 'commission'],
  ['accessories', 'accessories'],
  ['tax', 'tax'],
  ['guaranteeFund', 'guarantee_fund'],
  ['brownCard', 'brown_card'],
  ['premium', 'premium_due', 'commission', 'accessories', 'tax', 'guarantee_fund', 'brown_card'],
  ['commission', 'commission'],
  ['due', 'premium_due', 'accessories', 'tax', 'guarantee_fund', 'brown_card'],
];

/** The amounts of an entry in a list, from the ledger; undefined if the list does not contain it. */
const inLedger = ({ cause, moves, fees }: ContractEntry, list: Bordereau): readonly number[] | undefined => {
  const of = (...accounts: readonly Account[]) => accounts.reduce((sum, account) => sum + (moves[account] ?? 0), 0);
  if (list === 'collected') {
    if (cause === 'contract_cancelled') return undefined;
    const [money, sign] = [of('wallet', 'suspense'), cause === 'payment_succeeded' ? 1 : -1];
    return [money, sign * fees, money - sign * fees];
  }
  if (cause !== (list === 'issued' ? 'payment_succeeded' : 'contract_cancelled')) return undefined;
  return OF_PREMIUM.map(([, ...accounts]) => (list === 'issued' ? 0 - of(...accounts) : of(...accounts)));
};

const totals = (entries: readonly ContractEntry[], list: Bordereau): readonly number[] => {
  const rows = entries.flatMap((entry) => {
    const amounts = inLedger(entry, list);
    return amounts ? [amounts] : [];
  });
  return [rows.length, ...AMOUNTS[list].map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0))];
};

describe('the figures of a month’s bordereaux match the ledger', () => {
  const out = mkdtempSync(join(tmpdir(), 'figures-'));
  after(() => rmSync(out, { recursive: true }));
  const folders = new Map<string | null, string>();
  before(async () => {
    for (const { insurer, folder } of (await write(join(out, 'month'), ENTRIES)).unwrap()) folders.set(insurer, folder);
  });
  const cellsIn = (path: string) => parse(readFileSync(path), { bom: true, delimiter: ';' }) as readonly string[][];

  for (const insurer of [null, 'lagune']) {
    const own = ENTRIES.filter((entry) => entry.insurer === insurer);
    const numbers = [...new Set(own.map(({ intermediary }) => intermediary.number))];
    const soldBy = (number: number) => own.filter(({ intermediary }) => intermediary.number === number);
    const file = (name: string): string => join(folders.get(insurer) ?? '', name);

    for (const [list, name] of Object.entries({
      issued: 'emissions',
      cancelled: 'annulations',
      collected: 'encaissements',
    }))
      it(`in each row of ${name}, as CSV and as a workbook, for ${insurer ?? 'the service’s own insurer'}`, async () => {
        const titles = AMOUNTS[list as Bordereau].map((each) => BORDEREAU_WORDS.amounts[each]);
        const expected = own.flatMap((entry) => {
          const amounts = inLedger(entry, list as Bordereau);
          return amounts ? [[entry.policyNumber, entry.intermediary.number, ...amounts].map(String)] : [];
        });
        const [sheet] = (await readXlsx(readFileSync(file(`${name}.xlsx`)))).sheets;
        for (const [head = [], ...rows] of [cellsIn(file(`${name}.csv`)), sheet?.rows ?? []]) {
          const places = ['Police', 'N° intermédiaire', ...titles].map((title) => head.indexOf(title));
          expect(rows.map((row) => places.map((at) => String(row[at])))).to.deep.equal(expected);
        }
      });

    it(`in each total, by intermediary and overall, for ${insurer ?? 'the service’s own insurer'}`, () => {
      const [head = [], ...rows] = cellsIn(file('totaux.csv'));
      const expected = [...numbers, ''].flatMap((number) =>
        BORDEREAUX.map((list) => {
          const [count, ...sums] = totals(typeof number === 'string' ? own : soldBy(number), list);
          const amounts = new Map(AMOUNTS[list].map((each, at) => [BORDEREAU_WORDS.amounts[each] as string, sums[at]]));
          const sumsBelow = head.slice(4).map((title) => amounts.get(title) ?? '');
          return [number, BORDEREAU_WORDS.lists[list], count, ...sumsBelow];
        }),
      );
      const texts = expected.map((row) => row.map(String));
      expect(rows.map(([number, , ...cells]) => [number, ...cells])).to.deep.equal(texts);
    });

    it(`in each table of the paper to sign, for ${insurer ?? 'the service’s own insurer'}`, async () => {
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(file('bordereau.pdf')))));
      const paper = ` ${text.join(' ').replace(/\s+/g, ' ')} `;
      const expectRow = (...cells: readonly (string | number)[]) =>
        expect(paper).to.include(
          ` ${cells.map((cell) => (typeof cell === 'number' ? spaced(cell).replace(/\s/g, ' ') : cell)).join(' ')} `,
        );
      const [issued, cancelled, collected] = BORDEREAUX.map((list) => totals(own, list));
      AMOUNTS.issued.forEach((name, at) => {
        const [more = 0, less = 0] = [issued?.[at + 1], cancelled?.[at + 1]];
        expectRow(BORDEREAU_WORDS.amounts[name], more, less, more - less);
      });
      AMOUNTS.collected.forEach((name, at) =>
        expectRow(
          name === 'premium' ? 'Prime totale encaissée' : BORDEREAU_WORDS.amounts[name],
          collected?.[at + 1] ?? 0,
        ),
      );
      for (const number of numbers) {
        const [made, gone, money] = BORDEREAUX.map((list) => totals(soldBy(number), list));
        const left = (made ?? []).map((amount, at) => amount - (gone?.[at] ?? 0));
        const [count = 0, premiums = 0, commission = 0, due = 0] = [left[0], left[6], left[7], left[8]];
        expectRow(`${number} – Courtage ${number}`, count, premiums, commission, due, money?.[1] ?? 0);
      }
      for (const list of BORDEREAUX)
        expectRow(`Nombre d’${BORDEREAU_WORDS.lists[list].toLowerCase()}`, totals(own, list)[0] ?? 0);
      expectRow('Net à reverser', (issued?.[8] ?? 0) - (cancelled?.[8] ?? 0), 'FCFA');
    });
  }
});
