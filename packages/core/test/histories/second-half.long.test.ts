import { halfOfManyHistories } from './many-histories.ts';

halfOfManyHistories(1);
