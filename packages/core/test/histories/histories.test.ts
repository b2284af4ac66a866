import { expect } from 'chai';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  FEW,
  histories,
  IS_USUAL,
  rareEnds,
  runHistories,
  SEED,
  seedsFrom,
  type Ends,
} from './engine/run-histories.ts';
import { PURCHASES } from './purchase/purchases.ts';

const HISTORIES = histories(FEW);

/** Discrepancies with a statement are listed in the histories of the books. */
const FROM_STATEMENTS = 'statement_differs';

/**
 * A quote keeps its price, so tariffs do not matter here. A link to a paper changes nothing. Tables and vouchers have
 * laws of their own.
 */
const OF_NO_PURCHASE = ['loadCatalogue', 'linkPaper', 'importTable', 'recordVoucher'];

const read = (file: string | URL): string => readFileSync(file, 'utf8');

describe('random histories of a purchase', function () {
  this.timeout(20 * 60_000);
  let ends: Ends | undefined;

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`break no law in ${HISTORIES} runs`, async () => {
    ends = await runHistories(PURCHASES, seedsFrom(SEED, HISTORIES));
  });

  it('can produce every kind of action item', () => {
    const listed = ACTION_ITEM_KINDS.filter((kind) => `listed: ${kind}` in PURCHASES.ends);
    expect([...listed, FROM_STATEMENTS]).to.have.members(ACTION_ITEM_KINDS);
  });

  it('run each operator command at least once, together with the histories of the books', () => {
    const events = ['purchase/operator.ts', 'books/events.ts'].map((file) => read(new URL(file, import.meta.url)));
    const commands = globSync(`${import.meta.dirname}/../../src/use-cases/**/*.ts`)
      .filter((file) => read(file).includes('readonly by: By'))
      .map((file) => basename(file, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((command) => !OF_NO_PURCHASE.includes(command));
    expect(commands.filter((command) => !new RegExp(`\\b${command}\\(`).test(events.join()))).to.deep.equal([]);
    expect(commands).to.have.length.at.least(11);
  });

  it('reach every end in the default run', function () {
    if (ends === undefined || !IS_USUAL) return this.skip();
    expect(rareEnds(PURCHASES, ends, HISTORIES, 1)).to.deep.equal([]);
  });
});
