import { certificateOutcome, certificatePace, type CertificateOutcome } from './outcomes.ts';
import type { Connection } from './connection.ts';
import { everyOf } from './every-item.ts';
import { signalOf, omitUndefined } from './init.ts';
import type {
  RequestOptions,
  PaperRequestOptions,
  ListOptions,
  ContractFilter,
  PageQuery,
  Language,
  CertificateWaitOptions,
} from './options.ts';
import { poll } from './poll.ts';
import type { Contract, Page } from './shapes.ts';

/** Contracts, with their certificates and documents. */
export interface ContractCalls {
  /** A contract, with links to its documents. The links are valid for one hour. */
  readonly getContract: (contractId: string, options?: RequestOptions) => Promise<Contract>;
  /**
   * The contract document as a PDF. Fails with `not_found` until the certificate is issued, and usually for a moment
   * after that.
   */
  readonly getContractDocument: (contractId: string, options?: PaperRequestOptions) => Promise<Blob>;
  /** The receipt of the payment as a PDF. */
  readonly getReceipt: (contractId: string, options?: PaperRequestOptions) => Promise<Blob>;
  /** The statement of a cancellation as a PDF. Fails with `not_found` unless the contract is cancelled. */
  readonly getCancellationStatement: (contractId: string, options?: PaperRequestOptions) => Promise<Blob>;
  /** One page, most recent first. */
  readonly listContracts: (query?: ContractFilter & PageQuery, options?: RequestOptions) => Promise<Page<Contract>>;
  /** Every contract, most recent first; iterate with `for await`. */
  readonly contracts: (filter?: ContractFilter, options?: ListOptions) => AsyncGenerator<Contract, void, undefined>;
  /** Waits until the certificate is issued or has failed. Usually takes seconds, but hours if the authority refuses. */
  readonly waitForCertificate: (contractId: string, options?: CertificateWaitOptions) => Promise<CertificateOutcome>;
}

export const contractCalls = ({ api, data, unwrap, time }: Connection): ContractCalls => {
  const listContracts: ContractCalls['listContracts'] = (query = {}, options) =>
    data(api.GET('/contract', { params: { query: omitUndefined(query) }, ...signalOf(options) }));
  const contractOf = (id: string, options?: RequestOptions) =>
    api.GET('/contract/{id}', { params: { path: { id } }, ...signalOf(options) });

  const paper = (id: string, language: Language | undefined) =>
    ({ params: { path: { id }, query: omitUndefined({ language }) }, parseAs: 'blob' }) as const;

  return {
    getContract: (id, options) => data(contractOf(id, options)),
    getContractDocument: (id, { language, ...options } = {}) =>
      data(api.GET('/contract/{id}/document', { ...paper(id, language), ...signalOf(options) })),
    getReceipt: (id, { language, ...options } = {}) =>
      data(api.GET('/contract/{id}/receipt', { ...paper(id, language), ...signalOf(options) })),
    getCancellationStatement: (id, { language, ...options } = {}) =>
      data(api.GET('/contract/{id}/cancellation', { ...paper(id, language), ...signalOf(options) })),
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
