import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { pdfContractDocument } from '@vehicle-insurance/contract-document';
import type { ErrorReporter } from '@vehicle-insurance/core';
import { readStatementTable } from '@vehicle-insurance/mobile-money';
import type { Variables } from '../configuration/variables.ts';
import { authorityConfig } from './certificate-authority.ts';
import { storageOf } from './documents.ts';
import type { Infrastructure } from './infrastructure.ts';
import { mobileMoneyGateways, providersOf } from './mobile-money.ts';
import { proofsOf } from './proofs.ts';
import { paperOptions } from './paper-options.ts';
import { ownAuthority, ownStorage } from './own-adapters.ts';
import { bindings } from './wiring.ts';

/**
 * Gateways to mobile-money providers and the certificate authority, the document store, and the parts that sign proofs
 * and write papers.
 */
export const gatewaysModule = bindings<{
  configuration: Variables;
  infrastructure: Infrastructure;
  errorReporter: ErrorReporter;
}>()
  .make(
    'mobileMoney',
    ['configuration', 'infrastructure'],
    ({ configuration, infrastructure }) => mobileMoneyGateways(configuration, infrastructure),
    (gateways) => Promise.all(gateways.map((gateway) => gateway.close())),
  )
  .make('providers', ['mobileMoney'], ({ mobileMoney }) => providersOf(mobileMoney))
  .values({ readStatementTable })
  .make('statementSources', ['mobileMoney'], ({ mobileMoney }) =>
    mobileMoney.flatMap(({ statement }) => statement ?? []),
  )
  .make(
    'certificateAuthority',
    ['configuration', 'infrastructure'],
    ({ configuration, infrastructure: { authority, adapters } }) => {
      if (adapters?.certificateAuthority) return ownAuthority(adapters.certificateAuthority);
      if (!authority) throw new Error('There is no certificate authority: set AUTHORITY_URL.');
      return asaciCertificateAuthority(authorityConfig(configuration, authority));
    },
    (authority) => authority.close(),
  )
  .make(
    'storage',
    ['configuration', 'infrastructure', 'errorReporter'],
    ({ configuration, infrastructure, errorReporter }) => {
      const own = infrastructure.adapters?.documents;
      return own ? ownStorage(own) : storageOf(configuration, infrastructure, errorReporter);
    },
    (storage) => storage.close(),
  )
  .parts('storage', ['documents', 'linkedDocuments'])
  .make('proofs', ['configuration', 'infrastructure'], ({ configuration, infrastructure }) =>
    proofsOf(configuration, infrastructure),
  )
  .parts('proofs', ['proofSigner', 'proofKeys'])
  .make(
    'contractDocument',
    ['configuration'],
    ({ configuration }) => pdfContractDocument(paperOptions(configuration)),
    (document) => document.close(),
  );
