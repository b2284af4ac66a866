// What insurers are sent every month: lists, totals, checksums and a paper to sign, in a folder.

export { bordereauxIn, type BordereauxPlace } from './bordereaux-in.ts';
