import { longDate, moment, shortDate } from '../kernel/french.ts';
import { CATEGORIES, COLOURS, ENERGIES, GENRES, meaning, USAGES } from './codes.ts';
import { linksOf } from './certificate-links.ts';
import { NA, type Demande } from './demande.ts';
import type { Drawing, Path, Shape, Text } from './drawing.ts';
import type { IssuedCertificate } from './edition-request.ts';
import { fitted, printable, type Weight } from './fonts.ts';
import { qrPath } from './qr-code.ts';

const [WIDTH, HEIGHT] = [842, 595];
const [INK, SOFT, RED] = ['#1b2430', '#5a6472', '#b3261e'];

/** The certificate's colour is what the police see first: yellow for cars, green for two and three wheels. */
const PAINT: Readonly<Record<string, { paper: string; band: string; line: string; onBand: string }>> = {
  JAUN: { paper: '#fff8d6', band: '#f6c21c', line: '#d9a400', onBand: '#2b2100' },
  VERT: { paper: '#e6f6e9', band: '#1e9150', line: '#4aa86f', onBand: '#ffffff' },
};

/** Draws the certificate of one vehicle, plainly marked as a specimen. */
export const certificateDrawing = ({ numero, demande, issuedAt }: IssuedCertificate, base: string): Drawing => {
  const paint = PAINT[demande.code_nature_attestation] ?? PAINT['JAUN']!;
  const { verification } = linksOf(base, numero);
  const shapes: readonly Shape[] = [
    {
      kind: 'box',
      x: 24,
      y: 24,
      width: WIDTH - 48,
      height: HEIGHT - 48,
      radius: 18,
      fill: paint.paper,
      stroke: paint.line,
    },
    ...guilloche(paint.line),
    {
      kind: 'text',
      x: 338,
      y: 400,
      text: 'SPECIMEN',
      size: 104,
      weight: 'bold',
      fill: RED,
      anchor: 'middle',
      opacity: 0.09,
      turn: -18,
    },
    ...heading(numero, meaning(COLOURS, demande.code_nature_attestation), paint),
    ...period(demande, paint),
    ...particulars(demande),
    ...proof(verification, issuedAt),
    ...warning(),
  ];
  return { width: WIDTH, height: HEIGHT, title: `Attestation d’assurance automobile ${numero} (spécimen)`, shapes };
};

const heading = (numero: string, colour: string, paint: { band: string; onBand: string }): Shape[] => [
  { kind: 'path', data: `M24 104V42a18 18 0 0 1 18-18H${WIDTH - 42}a18 18 0 0 1 18 18V104z`, fill: paint.band },
  line(48, 56, 'Autorité de certification · simulateur', 'semibold', 12, paint.onBand, 480),
  line(48, 87, 'Attestation d’assurance automobile', 'bold', 26, paint.onBand, 520),
  {
    ...line(WIDTH - 48, 56, `Attestation ${colour.toLowerCase()} n°`, 'semibold', 12, paint.onBand, 220),
    anchor: 'end',
  },
  { ...line(WIDTH - 48, 86, numero, 'bold', 22, paint.onBand, 230), anchor: 'end' },
];

const period = (demande: Demande, paint: { line: string }): Shape[] => [
  { kind: 'box', x: 48, y: 124, width: 196, height: 76, radius: 12, fill: '#ffffff', stroke: INK },
  { ...line(146, 146, 'Immatriculation', 'semibold', 10.5, SOFT, 176), anchor: 'middle' },
  { ...line(146, 182, demande.numero_immatriculation, 'bold', 27, INK, 176), anchor: 'middle' },
  { kind: 'box', x: 260, y: 124, width: 340, height: 76, radius: 12, fill: '#ffffff', stroke: paint.line },
  line(278, 146, 'Période de garantie', 'semibold', 10.5, SOFT, 300),
  line(278, 166, `du ${longDate(demande.date_effet)}`, 'bold', 15, INK, 304),
  line(278, 187, `au ${longDate(demande.date_echeance)} inclus`, 'bold', 15, INK, 304),
];

const particulars = (demande: Demande): Shape[] => {
  const wide = [
    ['Assuré', demande.nom_assure],
    ['Souscripteur', demande.nom_souscripteur],
    ['Véhicule', `${demande.marque_vehicule} ${demande.model_vehicule}`],
  ] as const;
  const narrow = [
    ['Police n°', demande.numero_police],
    ['Genre', meaning(GENRES, demande.genre_vehicule)],
    ['Catégorie', meaning(CATEGORIES, demande.categorie_vehicule)],
    ['Usage', meaning(USAGES, demande.usage_vehicule)],
    ['Énergie', meaning(ENERGIES, demande.source_energie)],
    ['Places', demande.nombre_place],
    ['Mise en circulation', dateOrNone(demande.date_premiere_mise_en_circulation)],
    ['Châssis n°', demande.numero_chassis],
    ['Zone', demande.zone_circulation],
  ] as const;
  return [
    ...wide.flatMap(([label, value], row) => particular(48, 232 + row * 44, 552, label, value, 16)),
    ...narrow.flatMap(([label, value], place) =>
      particular(48 + (place % 3) * 188, 374 + Math.floor(place / 3) * 46, 172, label, value, 13),
    ),
  ];
};

const particular = (x: number, y: number, width: number, label: string, value: string, size: number): Shape[] => [
  line(x, y, label, 'semibold', 10.5, SOFT, width),
  line(x, y + 19, value === NA ? '—' : value, 'semibold', size, INK, width),
];

/** The code that leads to the authority's page about this certificate: paper alone proves nothing. */
const proof = (verification: string, issuedAt: string): Shape[] => [
  { kind: 'box', x: 622, y: 124, width: 172, height: 172, radius: 14, fill: '#ffffff' },
  { kind: 'path', data: qrPath(verification, 636, 138, 144), fill: '#000000' },
  { kind: 'link', x: 622, y: 124, width: 172, height: 172, to: verification },
  { ...line(708, 318, 'Scannez pour vérifier', 'bold', 12.5, INK, 172), anchor: 'middle' },
  { ...line(708, 336, 'cette attestation en ligne', 'regular', 11, SOFT, 172), anchor: 'middle' },
  { ...line(708, 374, 'Émise le', 'semibold', 10.5, SOFT, 172), anchor: 'middle' },
  { ...line(708, 393, moment(issuedAt), 'semibold', 13, INK, 172), anchor: 'middle' },
];

const warning = (): Shape[] => [
  { kind: 'box', x: 48, y: 514, width: WIDTH - 96, height: 38, radius: 10, fill: '#ffffff', stroke: RED },
  {
    ...line(
      WIDTH / 2,
      538,
      'SPECIMEN – bac à sable. Document sans valeur : il n’assure aucun véhicule.',
      'bold',
      13,
      RED,
      700,
    ),
    anchor: 'middle',
  },
];

const line = (x: number, y: number, text: string, weight: Weight, size: number, fill: string, width: number): Text => ({
  kind: 'text',
  x,
  y,
  weight,
  fill,
  ...fitted(printable(text), weight, size, width),
});

/** Fine crossing waves, as on paper that is hard to copy. */
const guilloche = (stroke: string): Path[] =>
  Array.from({ length: 9 }, (_, wave) => ({
    kind: 'path',
    stroke,
    lineWidth: 0.6,
    opacity: 0.35,
    data: wavePath(250 + wave * 26, wave),
  }));

const wavePath = (middle: number, phase: number): string =>
  Array.from({ length: 100 }, (_, step) => {
    const x = 30 + step * 7.9;
    const y = middle + 22 * Math.sin(x / 46 + phase * 0.7);
    return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');

const dateOrNone = (date: string): string => (date === NA ? NA : shortDate(date));
