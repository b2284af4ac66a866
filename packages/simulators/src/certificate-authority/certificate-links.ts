import { certificatesOf, type EditionRequest } from './edition-request.ts';

/** The URLs at which a certificate can be fetched and checked. */
export const linksOf = (base: string, numero: string) => ({
  pdf: `${base}/attestations/${numero}.pdf`,
  image: `${base}/attestations/${numero}.png`,
  qrCode: `${base}/attestations/${numero}/qrcode.png`,
  verification: `${base}/verification/${numero}`,
});

/** The certificates in the form of the authority's responses; empty before they are issued. */
export const infosOf = (request: EditionRequest, base: string): readonly Readonly<Record<string, string>>[] =>
  certificatesOf(request).map(({ numero, demande }) => {
    const links = linksOf(base, numero);
    return {
      numero_attestation: numero,
      numero_immatriculation: demande.numero_immatriculation,
      numero_police: demande.numero_police,
      date_effet: demande.date_effet,
      date_echeance: demande.date_echeance,
      lien_pdf: links.pdf,
      lien_image: links.image,
      lien_qrcode: links.qrCode,
    };
  });
