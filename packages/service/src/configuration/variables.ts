import type { FromSchema } from 'json-schema-to-ts';
import type { Subject } from './subject.ts';
import { AUTHORITY } from './subjects/authority.ts';
import { CALLERS } from './subjects/callers.ts';
import { CINETPAY } from './subjects/cinetpay.ts';
import { DATABASE } from './subjects/database.ts';
import { DOCUMENTS } from './subjects/documents.ts';
import { FEES } from './subjects/fees.ts';
import { INSURER } from './subjects/insurer.ts';
import { LIMITS } from './subjects/limits.ts';
import { MOBILE_MONEY } from './subjects/mobile-money.ts';
import { OBSERVABILITY } from './subjects/observability.ts';
import { OPERATOR } from './subjects/operator.ts';
import { PROCESS } from './subjects/process.ts';
import { S3 } from './subjects/s3.ts';
import { WAVE } from './subjects/wave.ts';

/** All variables by subject, in the order the reference shows them. A new subject is added here and in `VARIABLES`. */
export const SUBJECTS: readonly Subject[] = [
  PROCESS,
  OBSERVABILITY,
  DATABASE,
  CALLERS,
  LIMITS,
  INSURER,
  FEES,
  DOCUMENTS,
  S3,
  MOBILE_MONEY,
  WAVE,
  CINETPAY,
  AUTHORITY,
  OPERATOR,
];

/**
 * Every environment variable the service reads: its type, its bounds, its default and what it is for. The sandbox
 * makes up what is missing; staging and production need what is marked so.
 */
export const VARIABLES = {
  type: 'object',
  properties: {
    ...PROCESS.properties,
    ...OBSERVABILITY.properties,
    ...DATABASE.properties,
    ...CALLERS.properties,
    ...LIMITS.properties,
    ...INSURER.properties,
    ...FEES.properties,
    ...DOCUMENTS.properties,
    ...S3.properties,
    ...MOBILE_MONEY.properties,
    ...WAVE.properties,
    ...CINETPAY.properties,
    ...AUTHORITY.properties,
    ...OPERATOR.properties,
  },
} as const;

/** The environment variables, typed and with their defaults. */
export type Variables = Readonly<FromSchema<typeof VARIABLES>>;
