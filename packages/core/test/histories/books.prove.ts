import { BOOKS } from './books/books.ts';
import { describeHistories } from './engine/describe-histories.ts';
import { histories, NEW_SEED } from './engine/run-histories.ts';

describeHistories(BOOKS, { first: NEW_SEED, histories: histories(100_000), parts: 20 });
