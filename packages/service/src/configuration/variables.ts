import { ABIDJAN } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';

const text = (description: string) => ({ type: 'string', minLength: 1, description }) as const;
const whole = (description: string, minimum: number, maximum: number, usual: number) =>
  ({ type: 'integer', minimum, maximum, default: usual, description }) as const;

const GREATEST_FEE = 1_000_000;

/**
 * Every environment variable the service reads: its type, its bounds, its default and what it is for. The sandbox
 * makes up what is missing; staging and production need what `needed-variables.ts` lists.
 */
export const VARIABLES = {
  type: 'object',
  required: [
    'ENVIRONMENT',
    'ROLE',
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_POOL',
    'TIME_ZONE',
    'POLICY_NUMBER_FORMAT',
    'FEE_BASIS_POINTS',
    'FEE_FIXED',
    'FEE_MINIMUM',
    'FEE_STEP',
    'RATE_LIMIT',
    'INSURANCE_COMPANY',
    'LOG_LEVEL',
  ],
  properties: {
    ENVIRONMENT: {
      type: 'string',
      enum: ['sandbox', 'staging', 'production'],
      default: 'sandbox',
      description: 'Which world this is. Only production takes vi_live_ keys.',
    },
    ROLE: {
      type: 'string',
      enum: ['api', 'worker', 'both'],
      default: 'both',
      description: 'What this process does: answer requests, do due work, or both.',
    },
    HOST: { type: 'string', minLength: 1, default: '127.0.0.1', description: 'Address to listen on.' },
    PORT: whole('Port to listen on; 0 takes a free one.', 0, 65_535, 3000),
    BASE_URL: text('Address callers and providers reach the service at. Default: http://HOST:PORT.'),
    DATA_DIR: {
      type: 'string',
      minLength: 1,
      default: '.data',
      description: 'Folder for documents and uploads and, in the sandbox, for everything.',
    },
    DATABASE_URL: text(
      'PostgreSQL 15 or newer, postgres://user:password@host/database. The sandbox runs its own by default.',
    ),
    DATABASE_POOL: whole('Database connections of this process at the most.', 2, 200, 10),
    SCHEDULER_STORE: text('Where Agenda keeps its jobs: a postgres:// or mongodb:// URL. Default: DATABASE_URL.'),
    TIME_ZONE: {
      type: 'string',
      minLength: 1,
      default: ABIDJAN,
      description: 'The zone whose calendar decides what today is.',
    },
    POLICY_NUMBER_FORMAT: {
      type: 'string',
      minLength: 1,
      default: 'VI-{company:4}-{year}-{ordinal:6}',
      description: 'How policy numbers look; must contain {company} and {ordinal}.',
    },
    FEE_BASIS_POINTS: whole('Share of the premium the payer pays as fee: 100 is 1 %.', 0, 10_000, 100),
    FEE_FIXED: whole('Fixed part of the fee, in francs.', 0, GREATEST_FEE, 0),
    FEE_MINIMUM: whole('Least fee, in francs.', 0, GREATEST_FEE, 0),
    FEE_MAXIMUM: {
      type: 'integer',
      minimum: 0,
      maximum: GREATEST_FEE,
      description: 'Greatest fee, in francs. Default: none.',
    },
    FEE_STEP: whole('The charged amount is rounded up to a multiple of this.', 1, 1000, 1),
    RATE_LIMIT: whole('Requests one company may send to this process in ten seconds.', 1, 10_000_000, 20_000),
    LINK_SECRET: {
      type: 'string',
      minLength: 32,
      description: 'Signs the links of documents; at least 32 random characters, the same in every process.',
    },
    WAVE_URL: text("Base address of Wave's API."),
    WAVE_API_KEY: text('Key of the Wave business account.'),
    WAVE_NOTIFICATION_SECRETS: text(
      "Secrets of Wave's notifications, separated by commas: the new one and the old one while rotating.",
    ),
    WAVE_SUCCESS_URL: text('https page a payer returns to after paying.'),
    WAVE_ERROR_URL: text('https page a payer returns to after giving up.'),
    AUTHORITY_URL: text("Base address of the certificate authority's API."),
    AUTHORITY_APPLICANT_CODE: text('code_demandeur at the authority.'),
    AUTHORITY_INTERMEDIARY_CODE: text('code_intermediaire for companies that have none of their own.'),
    AUTHORITY_COMPANY_CODE: text('code_compagnie of the insurer.'),
    AUTHORITY_ACCESS_CODE: text('code_acces at the authority.'),
    AUTHORITY_HOSTS: text("Hosts certificates may be fetched from, separated by commas. Default: the authority's own."),
    INSURANCE_COMPANY: {
      type: 'string',
      minLength: 1,
      default: 'Assurances du bac à sable',
      description: "The insurer's name, as certificates show it.",
    },
    LOG_LEVEL: {
      type: 'string',
      enum: ['debug', 'info', 'warn', 'error', 'silent'],
      default: 'info',
      description: 'How much the log says.',
    },
  },
} as const;

/** The environment variables, typed and with their defaults. */
export type Variables = Readonly<FromSchema<typeof VARIABLES>>;
