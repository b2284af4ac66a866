// Gateways to mobile-money providers: each is a function that returns the port `MobileMoney` of the core.

export type { MobileMoneyGateway } from './mobile-money-gateway.ts';
export type { BreakerOptions } from './http/opening-breaker.ts';
export { cinetpayMobileMoney, type CinetPayConfig } from './cinetpay/cinetpay-mobile-money.ts';
export { waveMobileMoney, type WaveConfig } from './wave/wave-mobile-money.ts';
