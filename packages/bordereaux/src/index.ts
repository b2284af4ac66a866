// The monthly reports for insurers: lists, totals, checksums and a paper to sign, in a folder.

export { bordereauxIn, type BordereauxPlace } from './bordereaux-in.ts';
