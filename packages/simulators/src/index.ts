// Simulated outside systems for development and tests. Each function starts one simulator over HTTP, with its state on
// disk.

export type { Simulator, SimulatorOptions } from './shared/simulator.ts';
export type { NotificationTarget } from './mobile-money/notifications.ts';
export { cinetpaySimulator, type CinetPayOptions } from './cinetpay/cinetpay-simulator.ts';
export { waveSimulator, type WaveOptions } from './wave/wave-simulator.ts';
export {
  certificateAuthoritySimulator,
  type CertificateAuthorityOptions,
} from './certificate-authority/certificate-authority-simulator.ts';
export type { AuthorityCredentials } from './certificate-authority/credentials.ts';
