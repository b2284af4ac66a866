// Generated from docs/api.md. After a change there: npm run docs -- reference

/** The guides at the top of the reference page. */
export const GUIDES = `# From quote to certificate

1. \`GET /coverage\` lists what you can insure. Choose a coverage for the type of your vehicle.
2. \`POST /vehicle\` registers the vehicle. One vehicle can have any number of quotes.
3. \`POST /quote/create\` prices the vehicle with the coverage. The price never changes.
4. \`POST /quote/{id}/pay\` opens a payment. The payer opens the payment's \`paymentUrl\` and confirms within 30 minutes.
5. Poll \`GET /quote/{id}/status\` until it contains a \`contractId\`. If the payment failed instead, open another one.
6. Poll \`GET /contract/{id}\` until \`certificateStatus\` is \`issued\`. The links to the certificate and the contract
   document follow within seconds.
7. \`GET /contract/{id}/document\` and \`GET /contract/{id}/receipt\` return the contract and the receipt as PDF.

Nobody has to act between the payment and the certificate. Instead of polling, you can read \`GET /event\` or have events
sent to you as webhooks.

# Authentication

Each request must have the company's key in the header \`x-api-key\`. The key identifies the
company, and a company sees only its own data.

All invalid keys get the same response, 401 \`unauthorized\`: a missing, unknown, revoked or
expired key, a key of another environment, and any key of a disabled company. Keys begin with \`vi_test_\` or \`vi_live_\`.
An operator issues a company's first key; the company then issues and revokes keys itself, and operators can too.
A company may have several keys at once. A revocation reaches every process within five seconds.

# Idempotency

A \`POST\` may have an \`Idempotency-Key\`. If a caller repeats the request with the
same key within a day, the repetition changes nothing and returns the original response, with \`Idempotent-Replayed\`.
Responses to transient failures are not stored: after 401, 413, 429, any 5xx or \`payment_in_progress\`, a repeated
request is processed again. Use a new key for each new request, including another attempt to pay.

# States of a payment

**Quote.** A new quote is \`awaiting_payment\`. It is \`payment_pending\` while a payment waits for its
payer. If that payment fails, the quote is \`awaiting_payment\` again, and another payment can be opened. Once paid, the
quote has the status of its contract: \`pending\`, \`started\` or \`expired\`. If the provider could not open a payment, the
quote stays \`awaiting_payment\`.

**Payment.** A payment is \`pending\` once it is opened and \`succeeded\` when the money has arrived. It
is \`failed\` when the provider reports a failure or the payer has not confirmed within 30 minutes.

- Money that arrives in the first minute after those 30 minutes still counts, unless the payment has failed by then.
- A quote has at most one payment that is pending or has succeeded.
- The service polls the provider automatically, the first time after two minutes. While the provider does not respond,
  the payment stays \`pending\`, even beyond 30 minutes. The payment fails only after 24 hours of polling without a
  definite response (\`provider_unavailable\`), or when an operator closes it (\`provider_error\`). Time in which the
  service did not poll does not count.
- Money that arrives for a failed payment never opens a contract and is refunded. So if a payer pays twice, one payment
  buys the contract and the other is refunded.
- For a payment that succeeded, \`completed\` is the time reported by the provider. So a payment made at 23:58 belongs to
  that day, even if the service learns of it later.

**Refund.** A refund is \`due\`, then \`done\`. If the provider cannot make refunds, or only a part is
refunded, the refund is \`manual\` until an operator has refunded the money. The rules of
cancellation define how much of a premium is refunded.

# Errors

An error is \`{code, message}\`; the message is for people. \`invalid_request\` adds \`details\`, with
one \`{field, message}\` for each field that breaks a rule. Other errors add the fields or headers under “also”. A message
never contains an id or a key.

- 400 \`invalid_request\`: a field breaks a rule, the body is missing or malformed, a page or a parameter is invalid; also: \`details\`
- 401 \`unauthorized\`: the key is missing or invalid
- 404 \`vehicle_not_found\`: the company has no vehicle with this id
- 404 \`coverage_not_found\`: there is no coverage with this id
- 404 \`quote_not_found\`: the company has no quote with this id
- 404 \`contract_not_found\`: the company has no contract with this id
- 404 \`key_not_found\`: the company has no key with this id in this environment
- 404 \`not_found\`: the path does not exist, the document link is invalid or has expired, or the paper does not exist yet
- 405 \`method_not_allowed\`: the path does not support this method; \`Allow\` lists the methods that it supports
- 409 \`vehicle_already_exists\`: the company has a vehicle with this plate or external id; if two vehicles match, \`vehicleId\` is that of the vehicle with the plate; also: \`vehicleId\`
- 409 \`external_id_taken\`: another vehicle of the company has this external id; also: \`vehicleId\`
- 409 \`last_key\`: the company has no other active key
- 409 \`too_many_keys\`: the company has 20 active keys
- 409 \`payment_in_progress\`: a payment of the quote waits for its payer; also: \`paymentId\`, \`paymentUrl\`
- 409 \`quote_already_paid\`: the quote has a contract
- 409 \`request_in_progress\`: the first request with this \`Idempotency-Key\` is still in progress; also: \`Retry-After\`
- 410 \`position_forgotten\`: events after this position are no longer kept
- 413 \`payload_too_large\`: the document is over 10 MB, a JSON body over 1 MiB
- 415 \`unsupported_media_type\`: the body is neither JSON nor, at \`POST /vehicle\`, a form
- 422 \`invalid_document\`: the document is not a PDF, JPEG or PNG, or is empty
- 422 \`coverage_not_available\`: wrong vehicle type, vehicle too old, or no price for this vehicle: the message names the reason
- 422 \`quote_start_date_passed\`: the quote's \`startDate\` has passed; a new quote is needed
- 422 \`quote_incomplete\`: the quote has no policyholder's phone; a new quote is needed
- 422 \`idempotency_key_reused\`: this \`Idempotency-Key\` was used for another request
- 429 \`rate_limited\`: too many requests or new keys of the company, payments of the quote or the payer's number, or requests without a valid key from the IP address; also: \`Retry-After\`
- 500 \`internal_error\`: a bug; no internal detail is exposed
- 502 \`storage_unavailable\`: the document could not be stored; nothing was created
- 502 \`payment_provider_unavailable\`: the provider could not open the payment; try again later
- 503 \`payment_unavailable\`: new payments are paused; also: \`Retry-After\`
- 503 \`service_unavailable\`: the database is unavailable (overrides every other error); too many papers or forms at once; a clock is wrong; also: \`Retry-After\`

If a request is incomplete or not valid HTTP, the service refuses it before all other checks and closes the connection.
It returns 400, 408 or 417 with \`invalid_request\`, or 431 with \`payload_too_large\`.

**\`failureReason\`**: \`expired\`, \`declined\`, \`insufficient_funds\`, \`payer_mismatch\`, \`payer_blocked\`,
\`limit_exceeded\`, \`amount_mismatch\`, \`provider_unavailable\`, \`provider_error\`. New values may be added.
`;
