import type { AroundWork, Bell, Clock, Incidents } from '@vehicle-insurance/core';
import type { Variables } from '../configuration/variables.ts';
import { randomIds } from '../system/random-ids.ts';
import { realPatience } from '../system/real-patience.ts';
import { sha256Keyring } from '../system/sha256-keyring.ts';
import type { Adapters } from './adapters.ts';
import type { Edge } from './compose.ts';
import { providersOf } from './mobile-money.ts';

/** The edge of a deployment: its adapters, and the decisions its configuration makes. */
export const edgeOf = (
  variables: Variables,
  { store, mobileMoney, otherMobileMoney, certificateAuthority, contractDocument, documents }: Adapters,
  {
    aroundWork = (_, work) => work(),
    ...system
  }: {
    readonly clock: Clock;
    readonly bell: Bell;
    readonly incidents: Incidents;
    readonly aroundWork?: AroundWork;
  },
): Edge => ({
  ...store,
  ...system,
  aroundWork,
  ids: randomIds,
  patience: realPatience,
  keyring: sha256Keyring,
  providers: providersOf(mobileMoney, otherMobileMoney),
  certificateAuthority,
  contractDocument,
  documents,
  zone: variables.TIME_ZONE,
  environment: variables.ENVIRONMENT === 'production' ? 'live' : 'test',
  policyNumberFormat: variables.POLICY_NUMBER_FORMAT,
  insuranceCompany: variables.INSURANCE_COMPANY,
  fees: {
    basisPoints: variables.FEE_BASIS_POINTS,
    fixed: variables.FEE_FIXED,
    minimum: variables.FEE_MINIMUM,
    maximum: variables.FEE_MAXIMUM ?? null,
    step: variables.FEE_STEP,
  },
});
