import { describeContract, memoryStore, storeContract } from '@vehicle-insurance/testkit';

describeContract(storeContract, 'memory', () => memoryStore());
