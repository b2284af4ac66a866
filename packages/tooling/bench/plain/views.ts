import { createHmac } from 'node:crypto';

export interface VehicleColumns {
  readonly vehicle_id: string;
  readonly external_id: string | null;
  readonly type: string;
  readonly licence_plate: string;
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  readonly first_road_date: string;
  readonly original_value: number;
  readonly market_value: number;
  readonly energy: string;
  readonly power: number;
  readonly seats: number;
  readonly registration_document: string | null;
  readonly vehicle_created: string;
}

/** docs/api.md 3.1. */
export const vehicleView = (row: VehicleColumns) => ({
  id: row.vehicle_id,
  externalId: row.external_id,
  type: row.type,
  licencePlate: row.licence_plate,
  brand: row.brand,
  model: row.model,
  year: row.year,
  firstRoadDate: row.first_road_date,
  carOriginalValue: row.original_value,
  carMarketValue: row.market_value,
  energy: row.energy,
  power: row.power,
  noSeat: row.seats,
  hasRegistrationDocument: row.registration_document !== null,
  created: row.vehicle_created,
});

export interface ContractColumns extends VehicleColumns {
  readonly id: string;
  readonly status: string;
  readonly policy_number: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly payment_id: string;
  readonly certificate_image: string | null;
  readonly contract_document: string | null;
  readonly cancelled_at: string | null;
  readonly cancelled_reason: string | null;
  readonly created: string;
  readonly updated: string;
  readonly certificate_status: string;
  readonly certificate: Certificate | null;
  readonly quote_id: string;
  readonly amount: number;
  readonly duration: number;
  readonly usage: string;
  readonly quote_start_date: string;
  readonly policyholder_name: string;
  readonly policyholder_phone: string | null;
  readonly coverage_id: string;
}

interface Certificate {
  readonly certificateNumber: string;
  readonly insuranceCompany: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  readonly pdfLink: string;
  readonly imageLink: string;
  readonly qrCodeLink: string;
}

/** The signing of links to documents, which is the same for all servers. */
export interface LinkSigning {
  readonly baseUrl: string;
  readonly secret: string;
}

const LINK_LASTS = 3_600;

const link = ({ baseUrl, secret }: LinkSigning, key: string, name: string): string => {
  const expires = Math.floor(Date.now() / 1_000) + LINK_LASTS;
  const signature = createHmac('sha256', secret).update(`${key}\n${expires}\n${name}`).digest('base64url');
  return `${baseUrl}/documents/${key}?expires=${expires}&name=${name}&signature=${signature}`;
};

const extensionOf = (key: string): string => /\.\w+$/.exec(key)?.[0] ?? '';

/** docs/api.md 3.5. */
export const contractView = (signing: LinkSigning, row: ContractColumns) => {
  const { certificate_image: image, contract_document: document, certificate } = row;
  const name = row.policy_number.replace(/[^\w.-]+/g, '-');
  return {
    id: row.id,
    status: row.status,
    policyNumber: row.policy_number,
    startDate: row.start_date,
    endDate: row.end_date,
    paymentId: row.payment_id,
    certificateStatus: row.certificate_status,
    quote: {
      id: row.quote_id,
      amount: row.amount,
      duration: row.duration,
      usage: row.usage,
      startDate: row.quote_start_date,
      policyHolderName: row.policyholder_name,
      policyHolderPhone: row.policyholder_phone,
      coverageId: row.coverage_id,
    },
    vehicle: vehicleView(row),
    certificate: certificate && {
      certificateNumber: certificate.certificateNumber,
      insuranceCompany: certificate.insuranceCompany,
      effectiveDate: certificate.effectiveDate,
      expiryDate: certificate.expiryDate,
      pdfLink: certificate.pdfLink,
      imageLink: certificate.imageLink,
      qrCodeLink: certificate.qrCodeLink,
    },
    documents: {
      certificateImageUrl: image === null ? null : link(signing, image, `${name}${extensionOf(image)}`),
      contractDocumentUrl: document === null ? null : link(signing, document, `${name}.pdf`),
    },
    cancelled: row.cancelled_at === null ? null : { at: row.cancelled_at, reason: row.cancelled_reason },
    created: row.created,
    updated: row.updated,
  };
};

/** The status of a quote with its latest payment. */
export interface StandingColumns {
  readonly contract_id: string | null;
  readonly contract_status: string | null;
  readonly payment_id: string | null;
  readonly status: string;
  readonly amount: number;
  readonly fees: number;
  readonly session_url: string | null;
  readonly failure_reason: string | null;
  readonly created: string;
  readonly completed: string | null;
  readonly refund_status: string | null;
  readonly refund_amount: number;
  readonly refund_created: string;
  readonly refund_completed: string | null;
}

/** docs/api.md 5.9. */
export const standingView = (quoteId: string, row: StandingColumns) => ({
  status: row.contract_status ?? (row.status === 'pending' ? 'payment_pending' : 'awaiting_payment'),
  contractId: row.contract_id,
  payment:
    row.payment_id === null
      ? null
      : {
          id: row.payment_id,
          quoteId,
          status: row.status,
          amount: row.amount,
          fees: row.fees,
          chargedAmount: row.amount + row.fees,
          paymentUrl: row.status === 'pending' ? row.session_url : null,
          failureReason: row.failure_reason,
          created: row.created,
          completed: row.completed,
          refund:
            row.refund_status === null
              ? null
              : {
                  status: row.refund_status,
                  amount: row.refund_amount,
                  created: row.refund_created,
                  completed: row.refund_completed,
                },
        },
});

/** Milliseconds for which callers should poll every three seconds instead of every fifteen. */
const SOON_FOR = 180_000;

export const retryAfterOf = ({ status, payment }: ReturnType<typeof standingView>): string | undefined => {
  if (status !== 'payment_pending' || !payment) return undefined;
  return Date.now() < Date.parse(payment.created) + SOON_FOR ? '3' : '15';
};
