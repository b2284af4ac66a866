// Gateways to mobile-money providers: each is a function that returns the core's port `MobileMoney`.

export type { MobileMoneyGateway } from './mobile-money-gateway.ts';
export type { BreakerOptions } from '@vehicle-insurance/http-client';
export { cinetpayMobileMoney, type CinetPayConfig } from './cinetpay/cinetpay-mobile-money.ts';
export { waveMobileMoney, type WaveConfig } from './wave/wave-mobile-money.ts';
