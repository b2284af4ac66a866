import { after, describe, it } from 'node:test';
import { describeStore } from './store-contract.ts';

describeStore({ describe, it, after });
