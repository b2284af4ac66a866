// Gateways to mobile-money providers. Each gateway is a function that returns the core's port `MobileMoney`. Also
// exports the reader of statements that providers export as tables.

export type { MobileMoneyGateway } from './mobile-money-gateway.ts';
export type { BreakerOptions } from '@vehicle-insurance/http-client';
export { cinetpayMobileMoney, type CinetPayConfig } from './cinetpay/cinetpay-mobile-money.ts';
export { readStatementTable } from './table/statement-table.ts';
export { waveMobileMoney, type WaveConfig } from './wave/wave-mobile-money.ts';
