// Gateways to mobile-money providers: each is a function that returns the port `MobileMoney` of the core.

export { waveMobileMoney, type WaveConfig, type WaveMobileMoney } from './wave/wave-mobile-money.ts';
export type { BreakerOptions } from './wave/opening-breaker.ts';
