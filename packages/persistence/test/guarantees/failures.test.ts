import { StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { asStoreFailure, isConflict, isGone, isLocked, isUndone } from '../../src/database/failures.ts';

const withCode = (code: string, message = `code ${code}`): Error => Object.assign(new Error(message), { code });

/** A node's failure as the coordinator passes it on, without its code. */
const internal = (message: string): Error => withCode('XX000', message);

/** How a failure is classified. `words` is the message if the failure means that the database is unavailable. */
const countedAs = (failure: unknown) => {
  const translated = asStoreFailure(failure);
  return {
    ...(translated instanceof StoreUnavailable && { words: translated.message.replace(/; try again later$/, '') }),
    ...(isGone(failure) && { isGone: true }),
    ...(isConflict(failure) && { isConflict: true }),
    ...(isUndone(failure) && { isUndone: true }),
    ...(isLocked(failure) && { isLocked: true }),
  };
};

type Counts = Partial<ReturnType<typeof countedAs>>;

const kindOf = ({ words, isConflict, isUndone, isLocked }: Counts): string => {
  const kinds = [
    words && `“${words}”`,
    isConflict && 'a conflict',
    isUndone && 'nothing was committed',
    isLocked && 'a lock',
  ];
  return `is classified as ${kinds.filter(Boolean).join(', ') || 'no known kind'}`;
};

const LOST = { words: 'the database cannot be reached', isGone: true };
const LOCKED = { words: 'another session of the database holds the lock that is needed', isLocked: true };
const SLOW = { words: 'the database took too long' };
const READ_ONLY = 'the database accepts no changes: it is a standby, or was made read-only';
const UNDONE = { isConflict: true, isUndone: true };
const TAKEN = { isConflict: true };

const NODES_LOST = [
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
  'could not commit transaction for shard 102042 on at least one active node',
  'failure on connection marked as essential: 127.0.0.1:9701',
  'could not connect to any active placements',
  'postmaster was shut down, exiting',
];
const COPIES_LOST = ['failed to complete COPY on 127.0.0.1:9701', 'failed to COPY to shard 102042 on 127.0.0.1:9701'];
const KEYS = ['quote_in_vehicle', 'contract_in_vehicle', 'quote_pkey', 'vehicle_licence_plate', 'vehicle_external_id'];
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
const ENDED = ['Connection terminated', 'Client has encountered an error', 'Client was closed', 'Cannot use a pool'];

describe('a failure of the database or of one of its nodes', () => {
  for (const [counts, ...failures] of [
    [LOST, ...NODES_LOST.map(internal), ...COPIES_LOST.map((message) => withCode('58030', message))],
    [LOST, ...['08006', '53200', '57P01', '57P03', '25P03', ...NETWORK].map((code) => withCode(code))],
    [LOST, ...ENDED.map((message) => new Error(message))],
    [{ ...LOST, words: 'the database has no connection left' }, withCode('53300')],
    [{ ...LOST, words: READ_ONLY }, withCode('25006')],
    [LOCKED, withCode('55P03'), internal('canceling statement due to lock timeout')],
    [SLOW, withCode('57014'), internal('canceling statement due to statement timeout')],
    [{ ...UNDONE, isLocked: true }, withCode('40P01'), internal('deadlock detected')],
    [UNDONE, withCode('40001')],
    [TAKEN, withCode('23505'), ...KEYS.map((index) => internal(`duplicate key in constraint "${index}_102042"`))],
    [{}, ...['cache lookup failed for relation 4711', 'the SSL connection is fine', ''].map(internal)],
    [{}, withCode('58030', 'could not write to file "base/1/2": Input/output error')],
  ] as const)
    for (const failure of failures)
      it(`${kindOf(counts)}: ${failure.message.split('\n', 1)[0]}`, () => {
        expect(countedAs(failure)).to.deep.equal(counts);
      });
});
