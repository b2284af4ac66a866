/** The body of POST /vehicle. */
export const NEW_VEHICLE = {
  type: 'object',
  required: [
    ...['type', 'licencePlate', 'brand', 'model', 'year', 'firstRoadDate'],
    ...['carOriginalValue', 'carMarketValue', 'energy', 'power', 'noSeat'],
  ],
  properties: {
    type: { enum: ['auto', 'bike'] },
    licencePlate: { type: 'string', pattern: '^ *[A-Za-z0-9-](?: *[A-Za-z0-9-]){1,19} *$' },
    externalId: { type: ['string', 'null'], minLength: 1, maxLength: 255 },
    brand: { type: 'string', minLength: 1, maxLength: 100 },
    model: { type: 'string', minLength: 1, maxLength: 100 },
    year: { type: 'integer', minimum: 1900, maximum: 2100 },
    firstRoadDate: { type: 'string', format: 'date' },
    carOriginalValue: { type: 'integer', minimum: 0, maximum: 10 ** 12 },
    carMarketValue: { type: 'integer', minimum: 0, maximum: 10 ** 12 },
    energy: { enum: ['essence', 'diesel', 'electric', 'hybrid'] },
    power: { type: 'integer', minimum: 1, maximum: 10 ** 12 },
    noSeat: { type: 'integer', minimum: 1, maximum: 100 },
  },
} as const;

/** The body of POST /quote/create. */
export const NEW_QUOTE = {
  type: 'object',
  required: [...['vehicleId', 'coverageId', 'duration', 'usage', 'policyHolderName', 'policyHolderPhone', 'startDate']],
  properties: {
    vehicleId: { type: 'string' },
    coverageId: { type: 'string' },
    duration: { enum: [3, 6, 12] },
    usage: { enum: ['pleasure', 'renting'] },
    policyHolderName: { type: 'string', minLength: 2, maxLength: 150 },
    policyHolderPhone: { type: 'string', pattern: '^ *(?:\\+225)? *0 *[157](?: *\\d){8} *$' },
    startDate: { type: 'string', format: 'date' },
  },
} as const;

/** The page of a list, as text. Filters are not measured. */
export const PAGE_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'string', pattern: '^[1-9]\\d{0,14}$', default: '1' },
    limit: { type: 'string', pattern: '^(?:[1-9]\\d?|100)$', default: '20' },
  },
} as const;

const TEXT = { type: 'string' } as const;
const INTEGER = { type: 'integer' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

const object = <Properties extends object>(properties: Properties) =>
  ({ type: 'object', properties, required: Object.keys(properties) }) as const;
const orNull = <Schema extends object>(schema: Schema) => ({ ...schema, nullable: true }) as const;
const listOf = <Schema extends object>(items: Schema) => ({ type: 'array', items }) as const;

/** docs/api.md 3.1. */
export const VEHICLE = object({
  id: TEXT,
  externalId: TEXT_OR_NULL,
  type: TEXT,
  licencePlate: TEXT,
  brand: TEXT,
  model: TEXT,
  year: INTEGER,
  firstRoadDate: TEXT,
  carOriginalValue: INTEGER,
  carMarketValue: INTEGER,
  energy: TEXT,
  power: INTEGER,
  noSeat: INTEGER,
  hasRegistrationDocument: { type: 'boolean' },
  created: TEXT,
});

const TERMS = {
  id: TEXT,
  amount: INTEGER,
  duration: INTEGER,
  usage: TEXT,
  startDate: TEXT,
  policyHolderName: TEXT,
  policyHolderPhone: TEXT_OR_NULL,
  coverageId: TEXT,
};

/** docs/api.md 3.3. */
export const QUOTE = object({
  ...TERMS,
  status: TEXT,
  contractId: TEXT_OR_NULL,
  premiumLines: listOf(object({ kind: TEXT, label: TEXT, amount: INTEGER })),
  coverage: object({
    id: TEXT,
    name: TEXT,
    description: TEXT_OR_NULL,
    order: { type: ['integer', 'null'] },
    properties: listOf(object({ label: TEXT, description: TEXT_OR_NULL })),
  }),
  vehicle: VEHICLE,
  created: TEXT,
});

/** docs/api.md 5.9. */
export const STANDING = object({
  status: TEXT,
  contractId: TEXT_OR_NULL,
  payment: orNull(
    object({
      id: TEXT,
      quoteId: TEXT,
      status: TEXT,
      amount: INTEGER,
      fees: INTEGER,
      chargedAmount: INTEGER,
      paymentUrl: TEXT_OR_NULL,
      failureReason: TEXT_OR_NULL,
      created: TEXT,
      completed: TEXT_OR_NULL,
      refund: orNull(object({ status: TEXT, amount: INTEGER, created: TEXT, completed: TEXT_OR_NULL })),
    }),
  ),
});

/** docs/api.md 3.5. */
export const CONTRACT = object({
  id: TEXT,
  status: TEXT,
  policyNumber: TEXT_OR_NULL,
  startDate: TEXT_OR_NULL,
  endDate: TEXT_OR_NULL,
  paymentId: TEXT_OR_NULL,
  certificateStatus: TEXT,
  quote: object(TERMS),
  vehicle: VEHICLE,
  certificate: orNull(
    object({
      certificateNumber: TEXT,
      insuranceCompany: TEXT,
      effectiveDate: TEXT,
      expiryDate: TEXT,
      pdfLink: TEXT,
      imageLink: TEXT,
      qrCodeLink: TEXT,
    }),
  ),
  documents: object({ certificateImageUrl: TEXT_OR_NULL, contractDocumentUrl: TEXT_OR_NULL }),
  cancelled: orNull(object({ at: TEXT, reason: TEXT })),
  created: TEXT,
  updated: TEXT,
});

/** docs/api.md 1.7. */
export const pageOf = <Schema extends object>(entry: Schema) =>
  object({ data: listOf(entry), page: INTEGER, limit: INTEGER, total: INTEGER });
