import { describeHistories } from './engine/describe-histories.ts';
import { histories, NEW_SEED } from './engine/run-histories.ts';
import { PURCHASES } from './purchase/purchases.ts';

describeHistories(PURCHASES, { first: NEW_SEED, histories: histories(30_000), parts: 10 });
