import type { MobileMoney } from '@vehicle-insurance/core';

/** A provider, with what only the gateway's owner may do. */
export interface MobileMoneyGateway extends MobileMoney {
  /** Whether the provider asks with GET if its notifications' address answers, and wants 200. */
  readonly probesAddress: boolean;
  /** Opens payments again although the latest openings went unanswered, as when a sandbox's time was moved. */
  resume(): void;
  /** Lets the calls under way end and closes the connections. */
  close(): Promise<void>;
}
