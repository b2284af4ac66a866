import { StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { asStoreFailure, isConflict } from '../src/failures.ts';

/** What a coordinator passes on of a node's failure without its code. */
const internal = (message: string): Error => Object.assign(new Error(message), { code: 'XX000' });

describe('a failure of a node that its coordinator passes on without its code', () => {
  for (const message of [
    'SSL SYSCALL error: EOF detected\ninvalid socket',
    'SSL connection has been closed unexpectedly',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'no connection to the server',
    'connection not open',
    'invalid socket',
  ])
    it(`is a database that cannot be reached: ${message.split('\n', 1)[0]}`, () => {
      const failure = asStoreFailure(internal(message));
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect((failure as Error).message).to.equal('the database cannot be reached; try again later');
    });

  it('is a conflict where it names a place in a vehicle’s list', () => {
    expect(isConflict(internal('duplicate key value violates unique constraint "quote_in_vehicle_102042"'))).to.equal(
      true,
    );
  });

  it('stays what it is where it says anything else', () => {
    for (const message of ['cache lookup failed for relation 4711', 'the SSL connection is fine', '']) {
      const error = internal(message);
      expect(asStoreFailure(error), message).to.equal(error);
      expect(isConflict(error), message).to.equal(false);
    }
  });
});
