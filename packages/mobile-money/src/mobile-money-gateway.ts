import type { MobileMoney, StatementSource } from '@vehicle-insurance/core';

/** A provider, with what only the gateway's owner may do. */
export interface MobileMoneyGateway extends MobileMoney {
  /** Whether the provider tests the notification address with GET, and expects 200. */
  readonly probesAddress: boolean;
  /** The account's statement; null where the provider gives none by a call. */
  readonly statement: StatementSource | null;
  /**
   * Opens payments again although the latest openings went unanswered, for example after a sandbox's clock was moved.
   */
  resume(): void;
  /** Waits for the calls under way and closes the connections. */
  close(): Promise<void>;
}
