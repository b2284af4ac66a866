import {
  addCompany,
  answerOnce,
  attachCertificate,
  cancelContract,
  authenticate,
  changeExternalId,
  closePayment,
  createQuote,
  dismissAttention,
  enableCompany,
  getContract,
  getQuote,
  getQuoteStatus,
  getVehicle,
  issueKey,
  listAttention,
  listContracts,
  listCoverages,
  listKeys,
  listQuotes,
  listVehicles,
  pausePayments,
  payQuote,
  receiveNotice,
  recordRefund,
  registerVehicle,
  retryCertificate,
  retryFailedCertificates,
  revokeKey,
  runsOf,
  setCompany,
  showCompany,
  sweepers,
  type AroundWork,
  type Bell,
  type CertificateAuthority,
  type Clock,
  type ContractDocument,
  type Documents,
  type Environment,
  type FeeSchedule,
  type Ids,
  type Incidents,
  type Keyring,
  type Patience,
  type PolicyNumberFormat,
  type Providers,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Persistence } from '@vehicle-insurance/persistence';
import { wiring } from './wiring.ts';

/** Everything the use cases stand on: adapters, and the decisions that configuration makes. */
export interface Edge extends Omit<
  Persistence,
  'ping' | 'close' | 'clearLeases' | 'providersInUse' | 'connections' | 'requestLimiters'
> {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly patience: Patience;
  readonly keyring: Keyring;
  readonly incidents: Incidents;
  readonly bell: Bell;
  /** Done around every piece of due work. */
  readonly aroundWork: AroundWork;
  readonly providers: Providers;
  readonly certificateAuthority: CertificateAuthority;
  readonly contractDocument: ContractDocument;
  readonly documents: Documents;
  readonly zone: TimeZone;
  readonly fees: FeeSchedule;
  readonly policyNumberFormat: PolicyNumberFormat;
  readonly environment: Environment;
  /** The insurer that stands behind the certificates. */
  readonly insuranceCompany: string;
}

/** The whole service in one list: which use case stands on which ports. Tests call it with other edges. */
export const compose = (edge: Edge) =>
  wiring()
    .values(edge)
    .make('contractOpening', ['ids', 'zone', 'policyNumberFormat'], (opening) => opening)

    .make('answerOnce', ['idempotencyKeys', 'clock', 'ids'], answerOnce)
    .make('authenticate', ['callers', 'keyring', 'clock', 'environment'], authenticate)
    .make(
      'authenticateSuspect',
      ['suspectCallers', 'keyring', 'clock', 'environment'],
      ({ suspectCallers, ...needs }) => authenticate({ ...needs, callers: suspectCallers }),
    )
    .make('addCompany', ['unitOfWork', 'clock', 'ids'], addCompany)
    .make('enableCompany', ['unitOfWork', 'clock'], enableCompany)
    .make('setCompany', ['unitOfWork', 'clock'], setCompany)
    .make('showCompany', ['unitOfWork'], showCompany)
    .make('issueKey', ['unitOfWork', 'keyring', 'clock', 'ids', 'environment'], issueKey)
    .make('listKeys', ['unitOfWork'], listKeys)
    .make('revokeKey', ['unitOfWork', 'clock'], revokeKey)

    .make('registerVehicle', ['unitOfWork', 'documents', 'clock', 'ids', 'zone'], registerVehicle)
    .make('listVehicles', ['vehicleViews'], listVehicles)
    .make('getVehicle', ['vehicleViews'], getVehicle)
    .make('changeExternalId', ['unitOfWork'], changeExternalId)

    .make('listCoverages', ['catalogue'], listCoverages)
    .make('createQuote', ['vehicleViews', 'catalogue', 'unitOfWork', 'clock', 'ids', 'zone'], createQuote)
    .make('listQuotes', ['quoteViews'], listQuotes)
    .make('getQuote', ['quoteViews'], getQuote)
    .make('getQuoteStatus', ['quoteViews'], getQuoteStatus)

    .make(
      'payQuote',
      ['unitOfWork', 'dueWork', 'providers', 'fees', 'patience', 'clock', 'ids', 'zone', 'bell'],
      payQuote,
    )
    .make('receiveNotice', ['unitOfWork', 'providers', 'clock', 'ids', 'bell'], receiveNotice)
    .make('closePayment', ['unitOfWork', 'paymentViews', 'clock'], closePayment)
    .make('recordRefund', ['unitOfWork', 'dueWork', 'paymentViews', 'providers', 'clock'], recordRefund)
    .make('pausePayments', ['unitOfWork', 'clock'], pausePayments)

    .make('getContract', ['contractViews', 'documents'], getContract)
    .make('listContracts', ['contractViews', 'documents'], listContracts)
    .make('cancelContract', ['unitOfWork', 'contractViews', 'providers', 'clock', 'ids', 'bell'], cancelContract)
    .make('retryCertificate', ['unitOfWork', 'contractViews', 'clock', 'bell'], retryCertificate)
    .make('retryFailedCertificates', ['contractViews', 'retryCertificate'], retryFailedCertificates)
    .make(
      'attachCertificate',
      ['unitOfWork', 'contractViews', 'certificateAuthority', 'clock', 'bell', 'insuranceCompany'],
      attachCertificate,
    )

    .make('listAttention', ['workViews', 'clock', 'zone'], listAttention)
    .make('dismissAttention', ['unitOfWork', 'listAttention', 'clock'], dismissAttention)

    .make(
      'sweepers',
      [
        'dueWork',
        'unitOfWork',
        'contractViews',
        'contractDays',
        'idempotencyKeys',
        'providers',
        'certificateAuthority',
        'contractDocument',
        'documents',
        'contractOpening',
        'clock',
        'ids',
        'patience',
        'zone',
        'bell',
        'incidents',
        'aroundWork',
      ],
      sweepers,
    )
    .make('jobs', ['sweepers'], (made) => runsOf(made.sweepers));

export type Composition = ReturnType<typeof compose>;
