import { describeStore } from './store-contract.ts';

// mocha's functions are global.
describeStore(globalThis);
