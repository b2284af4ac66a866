import type { Trigger, Job } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { ROUNDS, type Rounds } from '@vehicle-insurance/service';
import { caller, type Caller } from '../processes/caller.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { eventually, startSandbox, type TestSandbox } from '../sandbox.ts';

const every = (seconds: number): Rounds => ({
  payments: seconds,
  certificates: seconds,
  documents: seconds,
  days: seconds,
});
const HOUR = 3600;

/** Pays a new quote, and waits until the authority has been asked for its certificate. */
const askedAfterPayment = async ({ quote, pay, confirm, standing, contract, certificatesOf }: Caller) => {
  const { id } = await quote();
  expect(await confirm((await pay(id)).body.paymentUrl ?? '')).to.equal(200);
  const { contractId } = await eventually(
    () => standing(id),
    (answer) => answer.contractId !== null,
  );
  const { policyNumber } = await contract(contractId ?? '');
  return eventually(
    () => certificatesOf(policyNumber),
    (taken) => taken.length > 0,
  );
};

describe('work that is due', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox | undefined;
  const startWith = async (...replaced: Parameters<typeof startSandbox>): Promise<Caller> => {
    sandbox = await startSandbox(...replaced);
    const { dataDir } = sandbox;
    return caller(() => sandboxIn(dataDir));
  };
  afterEach(() => sandbox?.stop());

  // Proves: rounds-are-close-enough
  it('is looked for so often that a certificate is requested within a minute whatever is lost', () => {
    expect(ROUNDS.payments + ROUNDS.certificates).to.be.at.most(60);
    expect(ROUNDS.days).to.be.at.most(5 * 60);
  });

  // Proves: rounds-are-close-enough
  it('is found by the rounds alone when every trigger is lost', async () => {
    const lost = new Set<Job>();
    const trigger: Trigger = { fire: (job) => lost.add(job) };
    const asked = await askedAfterPayment(
      await startWith({}, undefined, { trigger: () => trigger, rounds: () => every(2) }),
    );
    expect(asked).to.have.length(1);
    expect([...lost]).to.include.members(['payments', 'certificates']);
  });

  it('is found by the triggers alone when no round comes for an hour', async () => {
    expect(await askedAfterPayment(await startWith({}, undefined, { rounds: () => every(HOUR) }))).to.have.length(1);
  });
});
