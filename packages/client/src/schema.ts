// Generated from the OpenAPI document of packages/http.
// After a change there: npx node packages/client/test/generate-schema.ts
/* oxlint-disable max-lines -- one document, one file */

export interface paths {
  '/vehicle': {
    get: operations['listVehicles'];
    post: operations['registerVehicle'];
  };
  '/vehicle/{id}': {
    get: operations['getVehicle'];
    patch: operations['changeExternalId'];
  };
  '/coverage': {
    get: operations['listCoverages'];
  };
  '/quote/create': {
    post: operations['createQuote'];
  };
  '/quote': {
    get: operations['listQuotes'];
  };
  '/quote/{id}': {
    get: operations['getQuote'];
  };
  '/quote/{id}/pay': {
    post: operations['payQuote'];
  };
  '/quote/{id}/status': {
    get: operations['getQuoteStatus'];
  };
  '/contract': {
    get: operations['listContracts'];
  };
  '/contract/{id}': {
    get: operations['getContract'];
  };
  '/contract/{id}/document': {
    get: operations['getContractDocument'];
  };
  '/contract/{id}/receipt': {
    get: operations['getReceipt'];
  };
  '/contract/{id}/cancellation': {
    get: operations['getCancellationStatement'];
  };
  '/event': {
    get: operations['listEvents'];
  };
  '/key': {
    get: operations['listOwnKeys'];
    post: operations['issueOwnKey'];
  };
  '/key/{id}/revoke': {
    post: operations['revokeOwnKey'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Vehicle: {
      /**
       * @description Passed as `vehicleId` when quoting.
       * @example 01981c2e-6400-7a10-8d01-000000000001
       */
      id: string;
      /**
       * @description Your own reference, unique within your company.
       * @example FLEET-0042
       */
      externalId: string | null;
      /**
       * @description `auto` is a car, `bike` a motorbike.
       * @enum {string}
       */
      type: 'auto' | 'bike';
      /**
       * @description In capital letters, without spaces.
       * @example AB-123-CD
       */
      licencePlate: string;
      /**
       * @description Make.
       * @example Toyota
       */
      brand: string;
      /**
       * @description Model.
       * @example Corolla
       */
      model: string;
      /**
       * @description Model year.
       * @example 2021
       */
      year: number;
      /**
       * Format: date
       * @description Date of first registration, from which the age of the vehicle is computed. `YYYY-MM-DD`.
       * @example 2021-05-17
       */
      firstRoadDate: string;
      /**
       * @description Value when new, in francs CFA.
       * @example 14500000
       */
      carOriginalValue: number;
      /**
       * @description Value today, in francs CFA.
       * @example 9800000
       */
      carMarketValue: number;
      /**
       * @description The type of energy it uses.
       * @enum {string}
       */
      energy: 'essence' | 'diesel' | 'electric' | 'hybrid';
      /**
       * @description Fiscal horsepower of a car, cubic capacity of a motorbike.
       * @example 7
       */
      power: number;
      /**
       * @description Number of seats.
       * @example 5
       */
      noSeat: number;
      /** @description Whether a registration document was attached at registration. */
      hasRegistrationDocument: boolean;
      /**
       * Format: date-time
       * @description When it was registered. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
    };
    VehiclePage: {
      data: components['schemas']['Vehicle'][];
      /**
       * @description The requested page; pages count from 1.
       * @example 1
       */
      page: number;
      /**
       * @description Maximum number of items on a page.
       * @example 20
       */
      limit: number;
      /**
       * @description Number of matching items on all pages.
       * @example 1
       */
      total: number;
    };
    NewVehicle: {
      /**
       * @description `auto` is a car, `bike` a motorbike.
       * @enum {string}
       */
      type: 'auto' | 'bike';
      /**
       * @description 2 to 20 letters, digits or dashes; spaces are removed.
       * @example AB-123-CD
       */
      licencePlate: string;
      /**
       * @description Make.
       * @example Toyota
       */
      brand: string;
      /**
       * @description Model.
       * @example Corolla
       */
      model: string;
      /**
       * @description Model year.
       * @example 2021
       */
      year: number;
      /**
       * Format: date
       * @description Date of first registration, not in the future. `YYYY-MM-DD`.
       * @example 2021-05-17
       */
      firstRoadDate: string;
      /**
       * @description Value when new, in francs CFA.
       * @example 14500000
       */
      carOriginalValue: number;
      /**
       * @description Value today, in francs CFA.
       * @example 9800000
       */
      carMarketValue: number;
      /**
       * @description The type of energy it uses.
       * @enum {string}
       */
      energy: 'essence' | 'diesel' | 'electric' | 'hybrid';
      /**
       * @description Fiscal horsepower of a car, cubic capacity of a motorbike.
       * @example 7
       */
      power: number;
      /**
       * @description Number of seats.
       * @example 5
       */
      noSeat: number;
      /**
       * @description Your own reference, unique within your company.
       * @example FLEET-0042
       */
      externalId?: string | null;
    };
    ExternalIdChange: {
      /**
       * @description Your own reference, unique within your company.
       * @example FLEET-0043
       */
      externalId: string | null;
    };
    Coverage: {
      /**
       * @description Passed as `coverageId` when quoting.
       * @example 01981c2e-6400-7a10-8c01-000000000001
       */
      id: string;
      /**
       * @description Name.
       * @example Tiers
       */
      name: string;
      /**
       * @description The purpose of the coverage.
       * @example La couverture obligatoire.
       */
      description: string | null;
      /**
       * @description Place in the list; coverages without a place come last.
       * @example 1
       */
      order: number | null;
      properties: {
        /**
         * @description One guarantee.
         * @example Responsabilité civile
         */
        label: string;
        /**
         * @description Details of the guarantee.
         * @example Dommages causés aux tiers.
         */
        description: string | null;
      }[];
      /**
       * @description The type of vehicle that it insures.
       * @enum {string}
       */
      vehicleType: 'auto' | 'bike';
    };
    QuotedCoverage: {
      /**
       * @description Passed as `coverageId` when quoting.
       * @example 01981c2e-6400-7a10-8c01-000000000001
       */
      id: string;
      /**
       * @description Name.
       * @example Tiers
       */
      name: string;
      /**
       * @description The purpose of the coverage.
       * @example La couverture obligatoire.
       */
      description: string | null;
      /**
       * @description Place in the list; coverages without a place come last.
       * @example 1
       */
      order: number | null;
      properties: {
        /**
         * @description One guarantee.
         * @example Responsabilité civile
         */
        label: string;
        /**
         * @description Details of the guarantee.
         * @example Dommages causés aux tiers.
         */
        description: string | null;
      }[];
    };
    Quote: {
      /**
       * @description Quote id.
       * @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4
       */
      id: string;
      /**
       * @description Premium for the whole duration, in francs CFA. The payer’s fee is added.
       * @example 84358
       */
      amount: number;
      /**
       * @description Months.
       * @enum {integer}
       */
      duration: 3 | 6 | 12;
      /**
       * @description `pleasure` is private and business use, `renting` is rental.
       * @enum {string}
       */
      usage: 'pleasure' | 'renting';
      /**
       * Format: date
       * @description First day covered. `YYYY-MM-DD`.
       * @example 2026-03-15
       */
      startDate: string;
      /**
       * @description The name of the policyholder, printed on the contract.
       * @example Awa Koné
       */
      policyHolderName: string;
      /**
       * @description `+225` and 10 digits; null on old quotes only.
       * @example +2250701020304
       */
      policyHolderPhone: string | null;
      /**
       * @description The coverage on which the price is based.
       * @example 01981c2e-6400-7a10-8c01-000000000001
       */
      coverageId: string;
      /**
       * @description Once paid, the status of its contract.
       * @enum {string}
       */
      status: 'awaiting_payment' | 'payment_pending' | 'pending' | 'started' | 'expired';
      /**
       * @description Set once the quote is paid.
       * @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627
       */
      contractId: string | null;
      /**
       * @description The lines of the premium, which add up to `amount`. Empty on old quotes imported without lines.
       * @example [
       *       {
       *         "kind": "net",
       *         "label": "Responsabilité civile",
       *         "amount": 68675
       *       },
       *       {
       *         "kind": "fee",
       *         "label": "Accessoires",
       *         "amount": 5000
       *       },
       *       {
       *         "kind": "tax",
       *         "label": "Taxe sur les assurances",
       *         "amount": 10683
       *       }
       *     ]
       */
      premiumLines: components['schemas']['PremiumLine'][];
      coverage: components['schemas']['QuotedCoverage'] | null;
      vehicle: components['schemas']['Vehicle'];
      /**
       * Format: date-time
       * @description When it was created. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
    };
    QuotePage: {
      data: components['schemas']['Quote'][];
      /**
       * @description The requested page; pages count from 1.
       * @example 1
       */
      page: number;
      /**
       * @description Maximum number of items on a page.
       * @example 20
       */
      limit: number;
      /**
       * @description Number of matching items on all pages.
       * @example 1
       */
      total: number;
    };
    PremiumLine: {
      /**
       * @description `net` is a price of the cover itself, `levy` a fixed charge or a contribution by law.
       * @enum {string}
       */
      kind: 'net' | 'fee' | 'tax' | 'levy';
      /**
       * @description In French, as printed on the contract.
       * @example Responsabilité civile
       */
      label: string;
      /**
       * @description In francs CFA.
       * @example 68675
       */
      amount: number;
    };
    NewQuote: {
      /**
       * @description A vehicle of your company.
       * @example 01981c2e-6400-7a10-8d01-000000000001
       */
      vehicleId: string;
      /**
       * @description A coverage for the type of the vehicle.
       * @example 01981c2e-6400-7a10-8c01-000000000001
       */
      coverageId: string;
      /**
       * @description Months.
       * @enum {integer}
       */
      duration: 3 | 6 | 12;
      /**
       * @description `pleasure` is private and business use, `renting` is rental.
       * @enum {string}
       */
      usage: 'pleasure' | 'renting';
      /**
       * @description The name of the policyholder, printed on the contract.
       * @example Awa Koné
       */
      policyHolderName: string;
      /**
       * @description Printed on the certificate. Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225, spaces allowed.
       * @example 07 01 02 03 04
       */
      policyHolderPhone: string;
      /**
       * Format: date
       * @description First day covered: today or later, and by default at most 365 days from today. `YYYY-MM-DD`.
       * @example 2026-03-15
       */
      startDate: string;
    };
    QuoteStatus: {
      /**
       * @description The status of the quote.
       * @enum {string}
       */
      status: 'awaiting_payment' | 'payment_pending' | 'pending' | 'started' | 'expired';
      /**
       * @description Set once the quote is paid.
       * @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627
       */
      contractId: string | null;
      payment: components['schemas']['Payment'] | null;
    };
    Payment: {
      /**
       * @description Payment id.
       * @example 019a2f72-5b44-7e10-a1b2-c3d4e5f60718
       */
      id: string;
      /**
       * @description The quote it pays.
       * @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4
       */
      quoteId: string;
      /**
       * @description Whether the payer has confirmed.
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      /**
       * @description Premium, in francs CFA.
       * @example 84358
       */
      amount: number;
      /**
       * @description The payer’s fee, in francs CFA: what the provider’s service costs the payer.
       * @example 844
       */
      fees: number;
      /**
       * @description The amount that the payer pays: premium and fee.
       * @example 85202
       */
      chargedAmount: number;
      /**
       * @description The address at which the payer confirms; set while `pending`, unless the payer confirms a prompt on the phone.
       * @example https://pay.wave.com/c/cos-1b2c3d4e
       */
      paymentUrl: string | null;
      /**
       * @description Set when the payment failed. Accept values that are not listed here.
       * @example expired
       * @example declined
       * @example insufficient_funds
       * @example payer_mismatch
       * @example payer_blocked
       * @example limit_exceeded
       * @example amount_mismatch
       * @example provider_unavailable
       * @example provider_error
       */
      failureReason: string | null;
      /**
       * Format: date-time
       * @description When it was requested. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
      /**
       * Format: date-time
       * @description When it succeeded or failed. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      completed: string | null;
      refund: components['schemas']['Refund'] | null;
    };
    NewPayment: {
      /**
       * @description The only number that can pay. Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225, spaces allowed.
       * @example 0701020304
       */
      phoneNumber: string;
    };
    Refund: {
      /**
       * @description `manual`: the provider cannot make the refund, so an operator will.
       * @enum {string}
       */
      status: 'due' | 'manual' | 'done';
      /**
       * @description The amount paid, in francs CFA.
       * @example 85202
       */
      amount: number;
      /**
       * Format: date-time
       * @description When it became due. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
      /**
       * Format: date-time
       * @description When the refund was made. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      completed: string | null;
    };
    Cancellation: {
      /**
       * Format: date-time
       * @description When the operator cancelled the contract. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      at: string;
      /**
       * @description The kind of reason. New values may be added.
       * @enum {string}
       */
      code: 'withdrawal' | 'sale' | 'total_loss' | 'duplicate' | 'error' | 'other';
      /**
       * @description The operator’s reason.
       * @example The vehicle cannot be insured for these days.
       */
      reason: string;
      /**
       * Format: date
       * @description Last day of cover, the same as `endDate`; null if no day was covered. `YYYY-MM-DD`.
       * @example 2026-09-30
       */
      lastDay: string | null;
      refund: {
        /**
         * @description What the payer gets back.
         * @example 57719
         */
        amount: number;
        /**
         * @description `manual`: a person makes the refund.
         * @enum {string}
         */
        status: 'due' | 'manual' | 'done';
      } | null;
    };
    Contract: {
      /**
       * @description Equals the `contractId` of its quote.
       * @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627
       */
      id: string;
      /**
       * @description `started` from its first to its last day.
       * @enum {string}
       */
      status: 'pending' | 'started' | 'expired';
      /**
       * @description Printed on every document.
       * @example VI-1-2026-000042
       */
      policyNumber: string | null;
      /**
       * Format: date
       * @description First day covered. `YYYY-MM-DD`.
       * @example 2026-03-15
       */
      startDate: string | null;
      /**
       * Format: date
       * @description Last day covered. `YYYY-MM-DD`.
       * @example 2027-03-14
       */
      endDate: string | null;
      /**
       * @description The payment that opened the contract.
       * @example 019a2f72-5b44-7e10-a1b2-c3d4e5f60718
       */
      paymentId: string | null;
      /**
       * @description `failed`: contact the operator with the contract id.
       * @enum {string}
       */
      certificateStatus: 'pending' | 'failed' | 'issued';
      quote: {
        /**
         * @description Quote id.
         * @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4
         */
        id: string;
        /**
         * @description Premium for the whole duration, in francs CFA. The payer’s fee is added.
         * @example 84358
         */
        amount: number;
        /**
         * @description Months.
         * @enum {integer}
         */
        duration: 3 | 6 | 12;
        /**
         * @description `pleasure` is private and business use, `renting` is rental.
         * @enum {string}
         */
        usage: 'pleasure' | 'renting';
        /**
         * Format: date
         * @description First day covered. `YYYY-MM-DD`.
         * @example 2026-03-15
         */
        startDate: string;
        /**
         * @description The name of the policyholder, printed on the contract.
         * @example Awa Koné
         */
        policyHolderName: string;
        /**
         * @description `+225` and 10 digits; null on old quotes only.
         * @example +2250701020304
         */
        policyHolderPhone: string | null;
        /**
         * @description The coverage on which the price is based.
         * @example 01981c2e-6400-7a10-8c01-000000000001
         */
        coverageId: string;
      };
      vehicle: components['schemas']['Vehicle'];
      certificate: components['schemas']['Certificate'] | null;
      documents: {
        /**
         * @description Works without a key for one hour from this response; null until the file is stored.
         * @example https://insurance.example/documents/certificate.png?expires=1&name=VI-1-2026-000042.png&signature=a
         */
        certificateImageUrl: string | null;
        /**
         * @description Works without a key for one hour from this response; null until the file is stored.
         * @example https://insurance.example/documents/contract?expires=1&name=VI-1-2026-000042.pdf&signature=b
         */
        contractDocumentUrl: string | null;
      };
      cancelled: components['schemas']['Cancellation'] | null;
      /**
       * Format: date-time
       * @description When its quote was paid. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
      /**
       * Format: date-time
       * @description When the contract last changed. A change of its vehicle’s external id does not count. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      updated: string;
    };
    ContractPage: {
      data: components['schemas']['Contract'][];
      /**
       * @description The requested page; pages count from 1.
       * @example 1
       */
      page: number;
      /**
       * @description Maximum number of items on a page.
       * @example 20
       */
      limit: number;
      /**
       * @description Number of matching items on all pages.
       * @example 1
       */
      total: number;
    };
    Certificate: {
      /**
       * @description The number that the police check.
       * @example CI-2026-0001234567
       */
      certificateNumber: string;
      /**
       * @description The insurer that carries the risk.
       * @example Assurances du Golfe
       */
      insuranceCompany: string;
      /**
       * Format: date
       * @description First day. `YYYY-MM-DD`.
       * @example 2026-03-15
       */
      effectiveDate: string;
      /**
       * Format: date
       * @description Last day. `YYYY-MM-DD`.
       * @example 2027-03-14
       */
      expiryDate: string;
      /**
       * @description The certificate, as hosted by the authority.
       * @example https://certificates.example/CI-2026-0001234567.pdf
       */
      pdfLink: string;
      /**
       * @description The picture of the certificate, as hosted by the authority.
       * @example https://certificates.example/CI-2026-0001234567.png
       */
      imageLink: string;
      /**
       * @description QR code for checks.
       * @example https://certificates.example/CI-2026-0001234567/qr
       */
      qrCodeLink: string;
    };
    Event: {
      /**
       * @description Its place among your company’s events, from 1 and without gaps.
       * @example 57
       */
      position: number;
      /**
       * @description The kind of change. Ignore types that you do not know.
       * @enum {string}
       */
      type:
        | 'vehicle.registered'
        | 'vehicle.changed'
        | 'quote.created'
        | 'payment.pending'
        | 'payment.succeeded'
        | 'payment.failed'
        | 'payment.refund_due'
        | 'payment.refund_manual'
        | 'payment.refunded'
        | 'contract.opened'
        | 'contract.started'
        | 'contract.ending'
        | 'contract.expired'
        | 'contract.cancelled'
        | 'certificate.pending'
        | 'certificate.issued'
        | 'certificate.corrected'
        | 'certificate.failed'
        | 'certificate_image.ready'
        | 'contract_document.ready';
      /**
       * Format: date-time
       * @description When it happened. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      at: string;
      /**
       * @description The vehicle that has changed.
       * @example 01981c2e-6400-7a10-8d01-000000000001
       */
      vehicleId: string | null;
      /**
       * @description The quote that is new, or whose payment has changed.
       * @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4
       */
      quoteId: string | null;
      /**
       * @description The payment that has changed.
       * @example 019a2f72-5b44-7e10-a1b2-c3d4e5f60718
       */
      paymentId: string | null;
      /**
       * @description The contract that has changed, or whose certificate or documents have changed.
       * @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627
       */
      contractId: string | null;
    };
    EventList: {
      data: components['schemas']['Event'][];
      /**
       * @description Pass it as `after` to continue.
       * @example 57
       */
      next: number;
      /**
       * @description The position of your company’s newest event; 0 before the first event.
       * @example 57
       */
      newest: number;
    };
    Key: {
      /**
       * @description Used to revoke the key.
       * @example 019a2f6f-2b21-7c33-8d44-5e6f708192a3
       */
      id: string;
      /**
       * @description The company to which the key belongs: yours.
       * @example 019a2f6e-0a10-7b22-8c33-4d5e6f708192
       */
      companyId: string;
      /**
       * @description The first characters of the key, enough to recognise it.
       * @example vi_test_q7Zc2K
       */
      prefix: string;
      /**
       * @description Your own name for it.
       * @example Agency of Bouaké
       */
      label: string | null;
      /**
       * @description `test` moves no real money.
       * @enum {string}
       */
      environment: 'test' | 'live';
      /**
       * Format: date-time
       * @description When it was issued. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
      /**
       * Format: date-time
       * @description When it expires; null if it never does. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      expires: string | null;
      /**
       * Format: date-time
       * @description When it was last used, to the minute; null if never. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      lastUsed: string | null;
      /**
       * Format: date-time
       * @description When it was revoked; null if it was not. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      revoked: string | null;
    };
    KeyPage: {
      data: components['schemas']['Key'][];
      /**
       * @description The requested page; pages count from 1.
       * @example 1
       */
      page: number;
      /**
       * @description Maximum number of items on a page.
       * @example 20
       */
      limit: number;
      /**
       * @description Number of matching items on all pages.
       * @example 1
       */
      total: number;
    };
    NewKey: {
      /**
       * @description Your own name for it.
       * @example Agency of Bouaké
       */
      label?: string | null;
      /**
       * Format: date-time
       * @description When the key expires: in the future, and no later than the key that you use. Default: at the same time as that key. ISO 8601, UTC.
       * @example 2099-12-31T23:59:59.000Z
       */
      expires?: string | null;
    };
    IssuedKey: {
      /**
       * @description Used to revoke the key.
       * @example 019a2f6f-2b21-7c33-8d44-5e6f708192a3
       */
      id: string;
      /**
       * @description The company to which the key belongs: yours.
       * @example 019a2f6e-0a10-7b22-8c33-4d5e6f708192
       */
      companyId: string;
      /**
       * @description The first characters of the key, enough to recognise it.
       * @example vi_test_q7Zc2K
       */
      prefix: string;
      /**
       * @description Your own name for it.
       * @example Agency of Bouaké
       */
      label: string | null;
      /**
       * @description `test` moves no real money.
       * @enum {string}
       */
      environment: 'test' | 'live';
      /**
       * Format: date-time
       * @description When it was issued. ISO 8601, UTC.
       * @example 2026-03-02T09:30:00.000Z
       */
      created: string;
      /**
       * Format: date-time
       * @description When it expires; null if it never does. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      expires: string | null;
      /**
       * Format: date-time
       * @description When it was last used, to the minute; null if never. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      lastUsed: string | null;
      /**
       * Format: date-time
       * @description When it was revoked; null if it was not. ISO 8601, UTC.
       * @example 2026-03-02T09:31:12.000Z
       */
      revoked: string | null;
      /**
       * @description The key itself, for `x-api-key`. It is shown once: null if this request is repeated.
       * @example vi_test_q7Zc2KxV0aYdW3uH8rLmN5tB1sEfGjPk
       */
      key: string | null;
    };
    Error: {
      /**
       * @description The error’s code, for programs.
       * @example invalid_request
       */
      code: string;
      /**
       * @description An explanation for people, with what to do next.
       * @example The request breaks a rule. See details.
       */
      message: string;
      /** @description With `invalid_request`: every field that breaks a rule. */
      details?: {
        /**
         * @description The field, or `body`.
         * @example startDate
         */
        field: string;
        /**
         * @description The rule that it breaks.
         * @example must be today or later
         */
        message: string;
      }[];
      /**
       * @description The existing vehicle.
       * @example 01981c2e-6400-7a10-8d01-000000000001
       */
      vehicleId?: string;
      /**
       * @description The pending payment.
       * @example 019a2f72-5b44-7e10-a1b2-c3d4e5f60718
       */
      paymentId?: string;
      /**
       * @description The address at which the payer confirms.
       * @example https://pay.wave.com/c/cos-1b2c3d4e
       */
      paymentUrl?: string | null;
    };
  };
}
export type $defs = Record<string, never>;
export interface operations {
  listVehicles: {
    parameters: {
      query?: {
        licencePlate?: string;
        externalId?: string;
        page?: number;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['VehiclePage'];
        };
      };
    };
  };
  registerVehicle: {
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "auto",
         *       "licencePlate": "AB-123-CD",
         *       "brand": "Toyota",
         *       "model": "Corolla",
         *       "year": 2021,
         *       "firstRoadDate": "2021-05-17",
         *       "carOriginalValue": 14500000,
         *       "carMarketValue": 9800000,
         *       "energy": "essence",
         *       "power": 7,
         *       "noSeat": 5,
         *       "externalId": "FLEET-0042"
         *     }
         */
        'application/json': components['schemas']['NewVehicle'];
        'multipart/form-data': {
          /**
           * Format: binary
           * @description Registration document: PDF, JPEG or PNG, at most 10485760 bytes.
           */
          registrationDocument?: Blob;
        } & components['schemas']['NewVehicle'];
      };
    };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['Vehicle'];
        };
      };
    };
  };
  getVehicle: {
    parameters: {
      path: {
        /** @example 01981c2e-6400-7a10-8d01-000000000001 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Vehicle'];
        };
      };
    };
  };
  changeExternalId: {
    parameters: {
      path: {
        /** @example 01981c2e-6400-7a10-8d01-000000000001 */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "externalId": "FLEET-0043"
         *     }
         */
        'application/json': components['schemas']['ExternalIdChange'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Vehicle'];
        };
      };
    };
  };
  listCoverages: {
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Coverage'][];
        };
      };
    };
  };
  createQuote: {
    requestBody: {
      content: {
        /**
         * @example {
         *       "vehicleId": "01981c2e-6400-7a10-8d01-000000000001",
         *       "coverageId": "01981c2e-6400-7a10-8c01-000000000001",
         *       "duration": 3,
         *       "usage": "pleasure",
         *       "policyHolderName": "Awa Koné",
         *       "policyHolderPhone": "07 01 02 03 04",
         *       "startDate": "2026-03-15"
         *     }
         */
        'application/json': components['schemas']['NewQuote'];
      };
    };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  listQuotes: {
    parameters: {
      query?: {
        vehicleId?: string;
        status?: 'awaiting_payment' | 'payment_pending' | 'pending' | 'started' | 'expired';
        page?: number;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['QuotePage'];
        };
      };
    };
  };
  getQuote: {
    parameters: {
      path: {
        /** @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  payQuote: {
    parameters: {
      path: {
        /** @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4 */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "phoneNumber": "0701020304"
         *     }
         */
        'application/json': components['schemas']['NewPayment'];
      };
    };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  getQuoteStatus: {
    parameters: {
      path: {
        /** @example 019a2f70-11aa-7c32-8d5e-6f708192a3b4 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['QuoteStatus'];
        };
      };
    };
  };
  listContracts: {
    parameters: {
      query?: {
        vehicleId?: string;
        status?: 'pending' | 'started' | 'expired';
        policyNumber?: string;
        licencePlate?: string;
        endingFrom?: string;
        endingTo?: string;
        page?: number;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ContractPage'];
        };
      };
    };
  };
  getContract: {
    parameters: {
      path: {
        /** @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Contract'];
        };
      };
    };
  };
  getContractDocument: {
    parameters: {
      query?: {
        language?: 'fr' | 'en';
      };
      path: {
        /** @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/pdf': Blob;
        };
      };
    };
  };
  getReceipt: {
    parameters: {
      query?: {
        language?: 'fr' | 'en';
      };
      path: {
        /** @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/pdf': Blob;
        };
      };
    };
  };
  getCancellationStatement: {
    parameters: {
      query?: {
        language?: 'fr' | 'en';
      };
      path: {
        /** @example 019a2f75-3c01-7aaf-b0c1-d2e3f4051627 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/pdf': Blob;
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        after?: number;
        limit?: number;
        type?: string;
        wait?: number;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
    };
  };
  listOwnKeys: {
    parameters: {
      query?: {
        page?: number;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['KeyPage'];
        };
      };
    };
  };
  issueOwnKey: {
    requestBody: {
      content: {
        /**
         * @example {
         *       "label": "Agency of Bouaké",
         *       "expires": "2099-12-31T23:59:59.000Z"
         *     }
         */
        'application/json': components['schemas']['NewKey'];
      };
    };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['IssuedKey'];
        };
      };
    };
  };
  revokeOwnKey: {
    parameters: {
      path: {
        /** @example 019a2f6f-2b21-7c33-8d44-5e6f708192a3 */
        id: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Key'];
        };
      };
    };
  };
}
