// Gateways to certificate authorities. Each is a function that returns the core's `CertificateAuthority`.

export { asaciCertificateAuthority, type AsaciCertificateAuthority } from './asaci/asaci-certificate-authority.ts';
export type { AsaciConfig, AsaciCredentials, AsaciPaths } from './asaci/config.ts';
