import { parseDate, type Acceptance, type Certificate, type RequestState } from '@vehicle-insurance/core';
import { fieldsOf, webAddress, type Fields } from '@vehicle-insurance/http-client';
import { textIn } from './fields.ts';

/** The request and the certificate in a response; undefined if the response contains neither. */
export const stateIn = (fields: Fields, insuranceCompany: string): RequestState | undefined => {
  const info = infoIn(fields);
  const certificate = certificateIn(info, insuranceCompany);
  const acceptance = acceptanceIn(fields);
  if (!acceptance && !certificate) return undefined;
  return {
    acceptance: acceptance ?? { requestNumber: '', requestReference: '' },
    certificate,
    policyNumber: textIn(info, 'numero_police') ?? textIn(fields, 'numero_police'),
    licencePlate: textIn(info, 'numero_immatriculation'),
  };
};

/** Whether a response certainly has no entry. An unreadable list may have entries. */
export const isEmpty = ({ infos = null }: Fields): boolean =>
  infos === null || (Array.isArray(infos) && infos.length === 0);

/** The first entry, which is the only one, because each request is for a single vehicle. */
const infoIn = (fields: Fields): Fields => fieldsOf(infosIn(fields)[0]);

/** Some servers send a filtered list as an object whose keys are the positions. */
const infosIn = ({ infos }: Fields): readonly unknown[] =>
  Array.isArray(infos) ? infos : Object.values(fieldsOf(infos));

/** The authority's numbers for the request. */
export const acceptanceIn = (fields: Fields): Acceptance | undefined => {
  const [requestNumber, requestReference] = [textIn(fields, 'numero_demande'), textIn(fields, 'reference_demande')];
  if (requestNumber === null && requestReference === null) return undefined;
  return { requestNumber: requestNumber ?? '', requestReference: requestReference ?? '' };
};

/** The certificate, if all of its fields that callers see are present. */
const certificateIn = (info: Fields, insuranceCompany: string): Certificate | null => {
  const certificateNumber = textIn(info, 'numero_attestation');
  const [effectiveDate, expiryDate] = [dateIn(info, 'date_effet'), dateIn(info, 'date_echeance')];
  const [pdfLink, imageLink, qrCodeLink] = [
    linkIn(info, 'lien_pdf'),
    linkIn(info, 'lien_image'),
    linkIn(info, 'lien_qrcode'),
  ];
  if (!certificateNumber || !effectiveDate || !expiryDate || !pdfLink || !imageLink || !qrCodeLink) return null;
  return { certificateNumber, insuranceCompany, effectiveDate, expiryDate, pdfLink, imageLink, qrCodeLink };
};

/** The field may also contain a time. */
const dateIn = (fields: Fields, name: string) => parseDate(textIn(fields, name)?.slice(0, 10) ?? '');

const linkIn = (fields: Fields, name: string): string | null => webAddress(textIn(fields, name));
