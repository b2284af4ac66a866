import type { MobileMoney, StatementSource } from '@vehicle-insurance/core';

/** A provider, with the methods that only the gateway's owner uses. */
export interface MobileMoneyGateway extends MobileMoney {
  /** Whether the provider tests the notification URL with GET, and expects 200. */
  readonly probesAddress: boolean;
  /** The account's statement; null if the provider's API has none. */
  readonly statement: StatementSource | null;
  /** Closes the circuit breaker, so that payments are opened again, for example after a sandbox's clock was moved. */
  resume(): void;
  /** Waits for the calls in progress and closes the connections. */
  close(): Promise<void>;
}
