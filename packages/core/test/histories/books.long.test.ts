import { BOOKS } from './books/books.ts';
import { describeHistories } from './engine/describe-histories.ts';
import { FEW, histories, MANY, SEED } from './engine/run-histories.ts';

describeHistories(BOOKS, { first: SEED + FEW, histories: histories(MANY.books), parts: 10 });
