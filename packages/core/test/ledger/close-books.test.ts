import { closeBooks, Err, listClosings, Ok, type Bordereaux, type Instant } from '@vehicle-insurance/core';
import { collectedErrors } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { buyContract } from '../certificate/bought.ts';

const unwritable = { code: 'bordereaux_folder', folder: 'kept', cause: new Error('the disk is full') } as const;

const closeWith = async (over: Partial<Bordereaux>, month = '2026-01') => {
  const it = await buyContract();
  it.clock.moveTo('2026-02-01T00:00:00.000Z' as Instant);
  const errors = collectedErrors();
  const bordereaux: Bordereaux = {
    canWrite: async () => Ok(undefined),
    write: async () => Ok([]),
    read: async () => [],
    open: async () => Err({ code: 'bordereau_not_found' }),
    ...over,
  };
  const close = closeBooks({ ...it, errorReporter: errors, bordereaux });
  const said = await close({ month, by: 'an operator' }, () => undefined);
  return { said, errors: errors.all, closings: (await listClosings(it)()).closings };
};

describe('closing the books of a month', () => {
  it('writes its bordereaux from the closing', async () => {
    const of: unknown[] = [];
    const { said, closings } = await closeWith({ write: async (asked) => (of.push(asked), Ok([])) });
    expect(said.unwrap().bordereaux.unwrap()).to.deep.equal([]);
    expect(of).to.deep.equal([said.unwrap().closing]);
    expect(closings).to.deep.equal(of);
  });

  it('closes nothing if bordereaux cannot be written', async () => {
    const { said, closings } = await closeWith({ canWrite: async () => Err(unwritable) });
    expect(said.unwrapErr()).to.equal(unwritable);
    expect(closings).to.deep.equal([]);
  });

  it('writes nothing if the month cannot be closed', async () => {
    const of: unknown[] = [];
    const { said, errors, closings } = await closeWith({ write: async (asked) => (of.push(asked), Ok([])) }, '2026-02');
    expect(said.isErr()).to.equal(true);
    expect([of, errors, closings]).to.deep.equal([[], [], []]);
  });

  it('is final even if the bordereaux are refused afterwards', async () => {
    const { said, closings } = await closeWith({ write: async () => Err(unwritable) });
    expect(said.unwrap().bordereaux.unwrapErr()).to.equal(unwritable);
    expect(closings).to.have.lengthOf(1);
  });

  it('is final even if writing the bordereaux fails, which is reported', async () => {
    const cause = new Error('a defect');
    const { said, errors, closings } = await closeWith({ write: () => Promise.reject(cause) });
    expect(said.unwrap().bordereaux.unwrapErr()).to.deep.equal({ code: 'bordereaux_failed', cause });
    expect(errors).to.deep.equal([{ what: 'bordereaux of a closed month were not written', cause }]);
    expect(closings).to.have.lengthOf(1);
  });
});
