import { longDate, moment } from '../shared/french.ts';
import { ICONS } from '../shared/icons.ts';
import { markup, type Markup } from '../shared/markup.ts';
import { facts, headline, type Page } from '../shared/page.ts';
import { linksOf } from './certificate-links.ts';
import { COLOURS, meaning } from './codes.ts';
import type { IssuedCertificate } from './edition-request.ts';

const FRAME = {
  icon: ICONS.shield,
  heading: 'Vérification',
  foot: 'Simulation de l’organisme émetteur\u00a0: ces attestations sont des spécimens sans valeur.',
} as const;

/** The public result of scanning a certificate: whether it is valid today, and for which vehicle. */
export const verificationPage = (
  { numero, demande, issuedAt, annulledAt }: IssuedCertificate,
  today: string,
): Page => ({
  ...FRAME,
  title: `Attestation ${numero}`,
  body: markup`
${annulledAt === null ? standing(demande.date_effet, demande.date_echeance, today) : annulled(annulledAt)}
<p class="plate">${demande.numero_immatriculation}</p>
${facts([
  ['Attestation', numero],
  ['Couleur', meaning(COLOURS, demande.code_nature_attestation)],
  ['Véhicule', `${demande.marque_vehicule} ${demande.model_vehicule}`],
  ['Assuré', abbreviate(demande.nom_assure)],
  ['Effet', longDate(demande.date_effet)],
  ['Échéance', longDate(demande.date_echeance)],
  ['Émise le', moment(issuedAt)],
])}
<div class="actions"><a class="button quiet" href="${linksOf('', numero).pdf}">${ICONS.document}Voir l’attestation</a></div>`,
});

/** The page for an unknown certificate number. */
export const unknownCertificatePage: Page = {
  ...FRAME,
  title: 'Attestation inconnue',
  body: markup`
${headline('bad', ICONS.cross, 'Attestation inconnue')}
<p class="lead">Aucune attestation ne porte ce numéro. Vérifiez le numéro, ou scannez de nouveau le QR code du document\u00a0:
une attestation absente de ce registre n’est pas valable.</p>`,
};

const annulled = (at: string): Markup => markup`${headline('bad', ICONS.cross, 'Attestation annulée')}
<p class="lead">Cette attestation est authentique, mais elle a été annulée le ${longDate(at.slice(0, 10))}\u00a0: elle n’est plus valable.</p>`;

const standing = (from: string, to: string, today: string): Markup => {
  if (today < from) {
    return markup`${headline('warn', ICONS.clock, 'Pas encore en vigueur')}
<p class="lead">Cette attestation est authentique. La garantie commence le ${longDate(from)}.</p>`;
  }
  if (today > to) {
    return markup`${headline('bad', ICONS.cross, 'Attestation expirée')}
<p class="lead">Cette attestation est authentique, mais la garantie a pris fin le ${longDate(to)}.</p>`;
  }
  return markup`${headline('good', ICONS.check, 'Attestation valide')}
<p class="lead">Ce véhicule est assuré jusqu’au ${longDate(to)} inclus.</p>`;
};

/**
 * The first word of a name, and the initials of the next three words. Enough to compare with a certificate in hand, but
 * too little to collect names.
 */
const abbreviate = (name: string): string => {
  const [first = '', ...others] = name.split(/\s+/);
  return [first, ...others.slice(0, 3).map((word) => `${[...word][0] ?? ''}.`)].join(' ');
};
