import { describeHistories } from './engine/describe-histories.ts';
import { FEW, histories, MANY, SEED } from './engine/run-histories.ts';
import { PURCHASES } from './purchase/purchases.ts';

describeHistories(PURCHASES, { first: SEED + FEW, histories: histories(MANY.purchases), parts: 10 });
