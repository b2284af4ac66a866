import { BOOKS } from './books/books.ts';
import { describeHistories } from './engine/describe-histories.ts';
import { histories, MANY, SEED } from './engine/run-histories.ts';

describeHistories(BOOKS, { first: SEED + 1_000, histories: histories(MANY.books), parts: 10 });
