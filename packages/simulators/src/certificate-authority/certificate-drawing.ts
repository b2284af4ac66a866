import { longDate, moment, shortDate } from '../shared/french.ts';
import { CATEGORIES, COLOURS, ENERGIES, GENRES, meaning, USAGES } from './codes.ts';
import { linksOf } from './certificate-links.ts';
import { NA, type Demande } from './demande.ts';
import type { Drawing, Path, Shape, Text } from './drawing.ts';
import type { IssuedCertificate } from './edition-request.ts';
import { fit, printable, type Weight } from './fonts.ts';
import { qrPath } from './qr-code.ts';

const [WIDTH, HEIGHT] = [842, 595];
const [INK, SOFT, RED] = ['#1b2430', '#5a6472', '#b3261e'];

/** The police recognise a certificate by its colour: yellow for cars, green for two and three wheels. */
const PAINT: Readonly<Record<string, { title: string; paper: string; band: string; line: string; onBand: string }>> = {
  JAUN: {
    title: 'Attestation d’assurance automobile',
    ...{ paper: '#fff8d6', band: '#f6c21c', line: '#d9a400', onBand: '#2b2100' },
  },
  VERT: {
    title: 'Attestation d’assurance deux-roues',
    ...{ paper: '#e6f6e9', band: '#1e9150', line: '#4aa86f', onBand: '#ffffff' },
  },
};

export const certificateDrawing = ({ numero, demande, issuedAt }: IssuedCertificate, base: string): Drawing => {
  const paint = PAINT[demande.code_nature_attestation] ?? PAINT['JAUN']!;
  const { verification } = linksOf(base, numero);
  const shapes: readonly Shape[] = [
    box(24, 24, WIDTH - 48, HEIGHT - 48, 18, paint.paper, paint.line),
    ...guilloche(paint.line),
    { ...centred(338, 400, 'SPÉCIMEN', 'bold', 104, RED, WIDTH), opacity: 0.09, turn: -18 },
    ...heading(numero, meaning(COLOURS, demande.code_nature_attestation), paint),
    ...period(demande, paint),
    ...particulars(demande),
    ...proof(verification, issuedAt),
    ...warning(),
  ];
  return { width: WIDTH, height: HEIGHT, title: `${paint.title} ${numero} (spécimen)`, shapes };
};

const heading = (numero: string, colour: string, paint: { title: string; band: string; onBand: string }): Shape[] => [
  { kind: 'path', data: `M24 104V42a18 18 0 0 1 18-18H${WIDTH - 42}a18 18 0 0 1 18 18V104z`, fill: paint.band },
  line(48, 56, 'Organisme émetteur · simulateur', 'semibold', 12, paint.onBand, 480),
  line(48, 87, paint.title, 'bold', 26, paint.onBand, 520),
  flushRight(WIDTH - 48, 56, `Attestation ${colour.toLowerCase()} n°`, 'semibold', 12, paint.onBand, 220),
  flushRight(WIDTH - 48, 86, numero, 'bold', 22, paint.onBand, 230),
];

const period = (demande: Demande, paint: { line: string }): Shape[] => [
  box(48, 124, 284, 76, 12, '#ffffff', INK),
  centred(190, 146, 'Immatriculation', 'semibold', 10.5, SOFT, 264),
  centred(190, 182, demande.numero_immatriculation, 'bold', 27, INK, 264),
  box(348, 124, 252, 76, 12, '#ffffff', paint.line),
  line(366, 146, 'Période d’assurance', 'semibold', 10.5, SOFT, 216),
  ...daysOf(demande).map((text, at) => line(366, 166 + at * 21, text, 'bold', 15, INK, 216)),
];

/** The first and the last day of cover, or one line for a single day. */
const daysOf = ({ date_effet: first, date_echeance: last }: Demande): readonly string[] =>
  first === last ? [`le ${longDate(first)}`] : [`du ${longDate(first)}`, `au ${longDate(last)} inclus`];

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

/** The QR code with the URL of the certificate's verification page. */
const proof = (verification: string, issuedAt: string): Shape[] => [
  box(622, 124, 172, 172, 14, '#ffffff'),
  { kind: 'path', data: qrPath(verification, 636, 138, 144), fill: '#000000' },
  { kind: 'link', x: 622, y: 124, width: 172, height: 172, to: verification },
  centred(708, 318, 'Scannez pour vérifier', 'bold', 12.5, INK, 172),
  centred(708, 336, 'cette attestation en ligne', 'regular', 11, SOFT, 172),
  centred(708, 374, 'Émise le', 'semibold', 10.5, SOFT, 172),
  centred(708, 393, moment(issuedAt), 'semibold', 13, INK, 172),
];

const WARNING = 'SPÉCIMEN – bac à sable. Document sans valeur : il n’assure aucun véhicule.';

const warning = (): Shape[] => [
  box(48, 514, WIDTH - 96, 38, 10, '#ffffff', RED),
  centred(WIDTH / 2, 538, WARNING, 'bold', 13, RED, 700),
];

type Line = [x: number, y: number, text: string, weight: Weight, size: number, fill: string, width: number];

const line = (...[x, y, text, weight, size, fill, width]: Line): Text => ({
  kind: 'text',
  x,
  y,
  weight,
  fill,
  ...fit(printable(text), weight, size, width),
});

const centred = (...given: Line): Text => ({ ...line(...given), anchor: 'middle' });

const flushRight = (...given: Line): Text => ({ ...line(...given), anchor: 'end' });

type Box = [x: number, y: number, width: number, height: number, radius: number, fill: string, stroke?: string];

const box = (...[x, y, width, height, radius, fill, stroke]: Box): Path => {
  const corner = (right: number, down: number): string =>
    `a${radius} ${radius} 0 0 1 ${right * radius} ${down * radius}`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const data =
    `M${x + radius} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}` +
    `h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
  return { kind: 'path', data, fill, ...(stroke !== undefined && { stroke }) };
};

/** Fine crossing waves, as on copy-proof paper. */
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
