import { describeHistories } from './engine/describe-histories.ts';
import { histories, MANY, SEED } from './engine/run-histories.ts';
import { PURCHASES } from './purchase/purchases.ts';

describeHistories(PURCHASES, { first: SEED + 1_000, histories: histories(MANY.purchases), parts: 10 });
