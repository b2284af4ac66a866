import {
  respondOnce,
  authenticate,
  changeExternalId,
  createQuote,
  eventArrivals,
  getContract,
  getContractDocument,
  getQuote,
  getCancellationStatement,
  getReceipt,
  getQuoteStatus,
  getVehicle,
  issueOwnKey,
  JOBS,
  listActionItems,
  listContracts,
  listCoverages,
  listEvents,
  listOwnKeys,
  listQuotes,
  listVehicles,
  payQuote,
  receiveNotification,
  registerVehicle,
  revokeOwnKey,
  runsOf,
  showProof,
  sweepers,
} from '@vehicle-insurance/core';
import type { foundationModule } from './foundation.module.ts';
import type { gatewaysModule } from './gateways.module.ts';
import type { persistenceModule } from './persistence.module.ts';
import type { schedulerModule } from './scheduler.module.ts';
import { bindings, type Bound } from './wiring.ts';

type Ports = Bound<ReturnType<typeof foundationModule>> &
  Bound<typeof persistenceModule> &
  Bound<typeof gatewaysModule> &
  Bound<typeof schedulerModule>;

/** The dependencies of papers that the service generates on request. */
const PAPERS = [
  'contractQueries',
  'unitOfWork',
  'catalogue',
  'contractDocument',
  'proofSigner',
  'insuranceCompany',
] as const;

export const useCasesModule = bindings<Ports>()
  .make('respondOnce', ['idempotencyKeys', 'clock', 'ids'], respondOnce)
  .make(
    'authenticate',
    ['keyLookup', 'keyHasher', 'uncheckedClock', 'environment'],
    ({ uncheckedClock, ...dependencies }) => authenticate({ ...dependencies, clock: uncheckedClock }),
  )

  .make('registerVehicle', ['unitOfWork', 'documents', 'clock', 'ids', 'zone'], registerVehicle)
  .make('listVehicles', ['vehicleQueries'], listVehicles)
  .make('getVehicle', ['vehicleQueries'], getVehicle)
  .make('changeExternalId', ['unitOfWork', 'clock'], changeExternalId)

  .make('listCoverages', ['catalogue'], listCoverages)
  .make(
    'createQuote',
    ['quoteQueries', 'vehicleQueries', 'catalogue', 'unitOfWork', 'clock', 'ids', 'zone', 'quoteHorizon'],
    createQuote,
  )
  .make('listQuotes', ['quoteQueries'], listQuotes)
  .make('getQuote', ['quoteQueries'], getQuote)
  .make('getQuoteStatus', ['quoteQueries'], getQuoteStatus)

  .make(
    'payQuote',
    ['unitOfWork', 'dueWork', 'providers', 'fees', 'openingLimits', 'timer', 'clock', 'ids', 'zone', 'trigger'],
    payQuote,
  )
  .make('receiveNotification', ['unitOfWork', 'providers', 'clock', 'ids', 'trigger'], receiveNotification)

  .make('getContract', ['contractQueries', 'documents'], getContract)
  .make('getContractDocument', PAPERS, getContractDocument)
  .make('getReceipt', PAPERS, getReceipt)
  .make('getCancellationStatement', PAPERS, getCancellationStatement)
  .make('listContracts', ['contractQueries', 'documents'], listContracts)

  .make('showProof', ['contractQueries', 'proofKeys', 'verifySignature', 'clock', 'zone'], showProof)

  .make('listOwnKeys', ['unitOfWork', 'environment'], listOwnKeys)
  .make('issueOwnKey', ['unitOfWork', 'keyHasher', 'clock', 'ids', 'environment'], issueOwnKey)
  .make('revokeOwnKey', ['unitOfWork', 'clock', 'environment'], revokeOwnKey)

  .make('eventArrivals', ['journal', 'timer'], eventArrivals, (made) => made.close())
  .make('listEvents', ['journal', 'timer', 'eventArrivals'], listEvents)

  .make('listActionItems', ['workQueries', 'uncheckedClock', 'zone'], ({ uncheckedClock, ...dependencies }) =>
    listActionItems({ ...dependencies, clock: uncheckedClock }),
  )

  .make(
    'sweepers',
    [
      'dueWork',
      'unitOfWork',
      'contractQueries',
      'contractDays',
      'catalogue',
      'idempotencyKeys',
      'journal',
      'books',
      'figures',
      'endingDays',
      'eventDays',
      'statements',
      'statementSources',
      'merchantFees',
      'providers',
      'certificateAuthority',
      'contractDocument',
      'proofSigner',
      'documents',
      'policyNumberFormat',
      'clock',
      'ids',
      'timer',
      'zone',
      'trigger',
      'errorReporter',
      'aroundWork',
    ],
    sweepers,
    // `close` stops claiming work, and resolves when the claimed work is finished.
    (made) => Promise.all(JOBS.map((job) => made[job].close())),
  )
  .make('jobs', ['sweepers'], (made) => runsOf(made.sweepers));
