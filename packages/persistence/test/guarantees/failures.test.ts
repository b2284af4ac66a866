import { StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { asStoreFailure, isConflict, isGone, isUndone } from '../../src/database/failures.ts';

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** A node's failure as the coordinator passes it on, without its code. */
const internal = (message: string): Error => withCode('XX000', message);

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
    'terminating connection due to administrator command',
    'terminating connection because of crash of another server process',
    "failed to prepare transaction 'citus_0_4711_1_0' on host 127.0.0.1:9701",
  ])
    it(`counts as an unreachable database: ${message.split('\n', 1)[0]}`, () => {
      const failure = asStoreFailure(internal(message));
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect((failure as Error).message).to.equal('the database cannot be reached; try again later');
    });

  for (const message of [
    'failed to complete COPY on 127.0.0.1:9701',
    'failed to COPY to shard 102042 on 127.0.0.1:9701',
  ])
    it(`counts as a node lost while rows were copied to it: ${message}`, () => {
      const error = withCode('58030', message);
      expect(isGone(error)).to.equal(true);
      expect(asStoreFailure(error)).to.be.instanceOf(StoreUnavailable);
    });

  for (const [message, words] of Object.entries({
    'canceling statement due to lock timeout': 'another session of the database holds the lock that is needed',
    'canceling statement due to statement timeout': 'the database took too long',
  }))
    it(`counts as a time-out that leaves the connection intact: ${message}`, () => {
      expect(isGone(internal(message))).to.equal(false);
      expect(asStoreFailure(internal(message))).to.include({ message: `${words}; try again later` });
    });

  for (const [message, isRolledBack] of [
    ['deadlock detected', true],
    ['duplicate key value violates unique constraint "quote_in_vehicle_102042"', false],
  ] as const)
    it(`counts as a conflict: ${message}`, () => {
      expect([isConflict(internal(message)), isUndone(internal(message))]).to.deep.equal([true, isRolledBack]);
    });

  for (const error of [
    ...['cache lookup failed for relation 4711', 'the SSL connection is fine', ''].map(internal),
    withCode('58030', 'could not write to file "base/1/2": Input/output error'),
  ])
    it(`is not translated: ${error.message || 'without a message'}`, () => {
      expect([asStoreFailure(error), isConflict(error)]).to.deep.equal([error, false]);
    });
});
