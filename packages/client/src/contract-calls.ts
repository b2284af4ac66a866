import { certificateOutcome, certificatePace, type CertificateOutcome } from './outcomes.ts';
import type { Connection } from './connection.ts';
import { everyOf } from './every-item.ts';
import { asking, given } from './init.ts';
import type {
  Asking,
  AskingForPaper,
  Listing,
  OfVehicle,
  PageQuery,
  PaperLanguage,
  WaitingForCertificate,
} from './options.ts';
import { poll } from './poll.ts';
import type { Contract, Page } from './shapes.ts';

/** Contracts, with their certificates and documents. */
export interface ContractCalls {
  /** A contract, with links to its documents that are valid for one hour. */
  readonly getContract: (contractId: string, options?: Asking) => Promise<Contract>;
  /** The contract document, generated on request; refused with `not_found` until the certificate is issued. */
  readonly getContractDocument: (contractId: string, options?: AskingForPaper) => Promise<Blob>;
  /** The receipt of the payment, as a PDF. */
  readonly getReceipt: (contractId: string, options?: AskingForPaper) => Promise<Blob>;
  /** One page, most recent first. */
  readonly listContracts: (query?: OfVehicle & PageQuery, options?: Asking) => Promise<Page<Contract>>;
  /** Every contract, most recent first; iterate with `for await`. */
  readonly contracts: (filter?: OfVehicle, options?: Listing) => AsyncGenerator<Contract, void, undefined>;
  /** Waits until the certificate is issued or has failed: usually seconds, but hours if the authority refuses it. */
  readonly waitForCertificate: (contractId: string, options?: WaitingForCertificate) => Promise<CertificateOutcome>;
}

/** The calls about contracts. */
export const contractCalls = ({ api, data, unwrap, time }: Connection): ContractCalls => {
  const listContracts: ContractCalls['listContracts'] = (query = {}, options) =>
    data(api.GET('/contract', { params: { query: given(query) }, ...asking(options) }));
  const contractOf = (id: string, options?: Asking) =>
    api.GET('/contract/{id}', { params: { path: { id } }, ...asking(options) });

  const paper = (id: string, language: PaperLanguage | undefined) =>
    ({ params: { path: { id }, query: given({ language }) }, parseAs: 'blob' }) as const;

  return {
    getContract: (id, options) => data(contractOf(id, options)),
    getContractDocument: (id, { language, ...options } = {}) =>
      data(api.GET('/contract/{id}/document', { ...paper(id, language), ...asking(options) })),
    getReceipt: (id, { language, ...options } = {}) =>
      data(api.GET('/contract/{id}/receipt', { ...paper(id, language), ...asking(options) })),
    listContracts,
    contracts: everyOf(listContracts),
    waitForCertificate: (id, { signal, onContract, withDocuments = false } = {}) =>
      poll({
        check: () => unwrap(contractOf(id, { signal })),
        outcomeOf: certificateOutcome(withDocuments),
        pace: certificatePace,
        ...{ time, signal, onState: onContract },
      }),
  };
};
