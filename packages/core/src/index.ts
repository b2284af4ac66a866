// The domain of vehicle insurance: what a quote, a payment, a contract and a certificate are, and every rule about
// them. Nothing here knows a framework, a database or a provider; what it needs of the outside, it names as ports.

export * from './kernel/attention.ts';
export * from './kernel/bell.ts';
export * from './kernel/calendar.ts';
export * from './kernel/due.ts';
export * from './kernel/evidence.ts';
export * from './kernel/invalid-request.ts';
export * from './kernel/machine.ts';
export * from './kernel/mobile-number.ts';
export * from './kernel/money.ts';
export * from './kernel/note.ts';
export * from './kernel/number.ts';
export * from './kernel/outcome.ts';
export * from './kernel/paging.ts';
export * from './kernel/ports.ts';
export * from './kernel/result.ts';
export * from './kernel/retry-delay.ts';
export * from './kernel/store-unavailable.ts';
export * from './kernel/sweep.ts';
export * from './kernel/text.ts';
export * from './kernel/timetable.ts';
export * from './kernel/unit-of-work.ts';
export * from './kernel/work-status.ts';

export * from './company/add-company.ts';
export * from './company/api-key.ts';
export * from './company/authenticate.ts';
export * from './company/company.ts';
export * from './company/enable-company.ts';
export * from './company/issue-key.ts';
export * from './company/list-keys.ts';
export * from './company/ports.ts';
export * from './company/revoke-key.ts';
export * from './company/set-company.ts';
export * from './company/show-company.ts';

export * from './vehicle/change-external-id.ts';
export * from './vehicle/get-vehicle.ts';
export * from './vehicle/licence-plate.ts';
export * from './vehicle/list-vehicles.ts';
export * from './vehicle/ports.ts';
export * from './vehicle/register-vehicle.ts';
export * from './vehicle/vehicle-details.ts';
export * from './vehicle/vehicle.ts';

export * from './coverage/catalogue.ts';
export * from './coverage/coverage.ts';
export * from './coverage/explain-line.ts';
export * from './coverage/find-falls.ts';
export * from './coverage/find-gaps.ts';
export * from './coverage/list-coverages.ts';
export * from './coverage/ports.ts';
export * from './coverage/premium.ts';
export * from './coverage/price-component.ts';
export * from './coverage/price.ts';
export * from './coverage/sample-facts.ts';
export * from './coverage/tariff.ts';

export * from './quote/create-quote.ts';
export * from './quote/get-quote-status.ts';
export * from './quote/get-quote.ts';
export * from './quote/list-quotes.ts';
export * from './quote/ports.ts';
export * from './quote/quote-terms.ts';
export * from './quote/quote.ts';
export * from './quote/terms.ts';

export * from './payment/ask-provider.ts';
export * from './payment/await-opening.ts';
export * from './payment/check-payment.ts';
export * from './payment/choose-session.ts';
export * from './payment/close-payment.ts';
export * from './payment/failure-reason.ts';
export * from './payment/fees.ts';
export * from './payment/look-at-payment.ts';
export * from './payment/look-for-session.ts';
export * from './payment/make-intent.ts';
export * from './payment/make-refund.ts';
export * from './payment/mobile-money.ts';
export * from './payment/pause-payments.ts';
export * from './payment/pay-quote.ts';
export * from './payment/payment.ts';
export * from './payment/ports.ts';
export * from './payment/receive-notice.ts';
export * from './payment/record-opening.ts';
export * from './payment/record-refund.ts';
export * from './payment/refund.ts';
export * from './payment/schedule.ts';
export * from './payment/settle-payment.ts';
export * from './payment/verdict.ts';
export * from './payment/watch-payment.ts';
export * from './payment/watch-strays.ts';

export * from './contract/attach-certificate.ts';
export * from './contract/cancel-contract.ts';
export * from './contract/change-days.ts';
export * from './contract/contract.ts';
export * from './contract/get-contract.ts';
export * from './contract/list-contracts.ts';
export * from './contract/open-contract.ts';
export * from './contract/policy-number.ts';
export * from './contract/ports.ts';

export * from './certificate/adopt-certificate.ts';
export * from './certificate/ask-authority.ts';
export * from './certificate/certificate-authority.ts';
export * from './certificate/certificate-request.ts';
export * from './certificate/correct-certificate.ts';
export * from './certificate/ports.ts';
export * from './certificate/record-answer.ts';
export * from './certificate/request-certificate.ts';
export * from './certificate/retry-certificate.ts';
export * from './certificate/retry-failed-certificates.ts';
export * from './certificate/schedule.ts';

export * from './document/contract-document.ts';
export * from './document/document-type.ts';
export * from './document/loose-document.ts';
export * from './document/make-documents.ts';
export * from './document/ports.ts';
export * from './document/remove-loose-document.ts';

export * from './idempotency/answer-once.ts';
export * from './idempotency/forget-old-keys.ts';
export * from './idempotency/idempotency-keys.ts';

export * from './dismiss-attention.ts';
export * from './errors.ts';
export * from './jobs.ts';
export * from './list-attention.ts';
export * from './look-up.ts';
