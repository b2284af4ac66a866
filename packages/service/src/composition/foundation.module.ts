import type { AroundWork, ErrorReporter, FeeSchedule, OpeningLimits } from '@vehicle-insurance/core';
import { randomIds, realTimer, sha256KeyHasher, verifyEd25519 } from '@vehicle-insurance/system';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';
import { OPENINGS_PER_PAYER } from '../configuration/sections/limits.ts';
import { ROUNDS } from '../worker/scheduled-jobs.ts';
import type { Infrastructure } from './infrastructure.ts';
import { bindings } from './wiring.ts';

/** The inputs of a process. */
export interface Foundation {
  readonly configuration: Variables;
  readonly infrastructure: Infrastructure;
  readonly errorReporter: ErrorReporter;
  /** Receives warnings. If absent, warnings are dropped. */
  readonly warn?: (message: string) => void;
  /** Wraps the execution of each piece of due work. */
  readonly aroundWork?: AroundWork;
}

/** The first module: the inputs, and everything that depends on nothing else. */
export const foundationModule = ({ configuration, infrastructure, errorReporter, warn, aroundWork }: Foundation) =>
  bindings().values({
    configuration,
    infrastructure,
    errorReporter,
    warn: warn ?? (() => undefined),
    uncheckedClock: infrastructure.clock,
    machineTime: Date.now,
    lock: infrastructure.lock,
    aroundWork: aroundWork ?? ((_: unknown, work: () => Promise<void>) => work()),
    ids: randomIds,
    timer: realTimer,
    keyHasher: sha256KeyHasher,
    verifySignature: verifyEd25519,
    rounds: ROUNDS,
    zone: configuration.TIME_ZONE,
    environment: configuration.ENVIRONMENT === 'production' ? ('live' as const) : ('test' as const),
    policyNumberFormat: configuration.POLICY_NUMBER_FORMAT,
    insuranceCompany: configuration.INSURANCE_COMPANY,
    quoteHorizon: configuration.QUOTE_HORIZON,
    endingDays: splitList(configuration.ENDING_DAYS).map(Number),
    eventDays: configuration.EVENT_DAYS,
    fees: feesOf(configuration),
    merchantFees: merchantFeesOf(configuration),
    openingLimits: openingLimitsOf(configuration),
  });

const merchantFeesOf = ({
  WAVE_MERCHANT_BASIS_POINTS: wave,
  CINETPAY_MERCHANT_BASIS_POINTS: cinetpay,
}: Variables): Readonly<Partial<Record<string, number>>> => ({
  ...(wave !== undefined && { wave }),
  ...(cinetpay !== undefined && { cinetpay }),
});

/** By default, a sandbox has no limit per payer, because its tests open many payments for few phone numbers. */
const openingLimitsOf = ({ ENVIRONMENT, RATE_LIMIT_PAYER, RATE_LIMIT_QUOTE }: Variables): OpeningLimits => ({
  perQuote: RATE_LIMIT_QUOTE,
  perPayer: RATE_LIMIT_PAYER ?? (ENVIRONMENT === 'sandbox' ? undefined : OPENINGS_PER_PAYER),
});

const feesOf = (configuration: Variables): FeeSchedule => ({
  basisPoints: configuration.FEE_BASIS_POINTS,
  fixed: configuration.FEE_FIXED,
  minimum: configuration.FEE_MINIMUM,
  maximum: configuration.FEE_MAXIMUM ?? null,
  step: configuration.FEE_STEP,
});
