import type { FromSchema } from 'json-schema-to-ts';
import type { Section } from './section.ts';
import { AUTHORITY } from './sections/authority.ts';
import { CALLERS } from './sections/callers.ts';
import { CINETPAY } from './sections/cinetpay.ts';
import { CONSOLE } from './sections/console.ts';
import { DATABASE } from './sections/database.ts';
import { DOCUMENTS } from './sections/documents.ts';
import { FEES } from './sections/fees.ts';
import { INSURER } from './sections/insurer.ts';
import { LIMITS } from './sections/limits.ts';
import { MOBILE_MONEY } from './sections/mobile-money.ts';
import { OBSERVABILITY } from './sections/observability.ts';
import { OPERATOR } from './sections/operator.ts';
import { PROCESS } from './sections/process.ts';
import { PROOFS } from './sections/proofs.ts';
import { S3 } from './sections/s3.ts';
import { WAVE } from './sections/wave.ts';

/** All variables by section, in the order of the reference. Add a new section here and in `VARIABLES`. */
export const SECTIONS: readonly Section[] = [
  PROCESS,
  OBSERVABILITY,
  DATABASE,
  CALLERS,
  LIMITS,
  INSURER,
  FEES,
  DOCUMENTS,
  PROOFS,
  S3,
  MOBILE_MONEY,
  WAVE,
  CINETPAY,
  AUTHORITY,
  OPERATOR,
  CONSOLE,
];

/** Every environment variable that configures the service. */
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
    ...PROOFS.properties,
    ...S3.properties,
    ...MOBILE_MONEY.properties,
    ...WAVE.properties,
    ...CINETPAY.properties,
    ...AUTHORITY.properties,
    ...OPERATOR.properties,
    ...CONSOLE.properties,
  },
} as const;

/** The values of all variables, typed and with their defaults. */
export type Variables = Readonly<FromSchema<typeof VARIABLES>>;
