export type { Simulator, SimulatorOptions } from './kernel/simulator.ts';
export { mobileMoneySimulator, type MobileMoneyOptions } from './mobile-money/mobile-money-simulator.ts';
export type { NotificationTarget } from './mobile-money/notifications.ts';
export {
  certificateAuthoritySimulator,
  type CertificateAuthorityOptions,
} from './certificate-authority/certificate-authority-simulator.ts';
export type { AuthorityCredentials } from './certificate-authority/credentials.ts';
