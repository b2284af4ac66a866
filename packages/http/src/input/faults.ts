import type { Message } from '@vehicle-insurance/core';

type Fault = Message | ((...values: never) => Message);

/**
 * The rules for bodies, forms, queries and headers. Each message continues a sentence that begins with the field's
 * name.
 */
export const INPUT_FAULTS = {
  noBody: { en: 'is missing: send a JSON object', fr: 'est absent : envoyez un objet JSON' },
  endedEarly: { en: 'ended too early: send all of it', fr: 'n’a pas été reçu en entier : renvoyez-le' },
  manyValues: (count: number) => ({
    en: `must have at most ${count} values`,
    fr: `doit comporter au plus ${count} valeurs`,
  }),
  object: { en: 'must be a JSON object', fr: 'doit être un objet JSON' },
  json: { en: 'must be valid JSON in UTF-8', fr: 'doit être du JSON valide en UTF-8' },

  form: { en: 'must be a complete multipart form', fr: 'doit être un formulaire multipart complet' },
  manyFields: (count: number) => ({
    en: `must have at most ${count} fields`,
    fr: `doit comporter au plus ${count} champs`,
  }),
  utf8: { en: 'must be UTF-8 text', fr: 'doit être un texte en UTF-8' },
  oneFile: { en: 'must be one file', fr: 'doit être un seul fichier' },
  fileName: { en: 'must be a file, with a file name', fr: 'doit être un fichier, avec un nom de fichier' },
  notAsJson: {
    en: 'cannot be sent as JSON: use multipart/form-data',
    fr: 'ne peut pas être envoyé en JSON : utilisez multipart/form-data',
  },
  onlyAtRegistration: {
    en: 'can be sent at registration only, in a form',
    fr: 'ne peut être envoyé que lors de l’enregistrement du véhicule, dans un formulaire multipart',
  },
  transferEncoding: {
    en: 'has a part with several transfer encodings, or one other than 7bit, 8bit, binary and base64: send it as binary',
    fr: 'contient une partie qui a plusieurs encodages de transfert, ou un encodage autre que 7bit, 8bit, binary et base64 : envoyez cette partie en binary',
  },
  base64: {
    en: 'must be complete base64, as its transfer encoding declares',
    fr: 'doit être du base64 complet, comme l’annonce son encodage de transfert',
  },
  partBase64: {
    en: 'has a part that declares base64 but is not valid base64',
    fr: 'contient une partie annoncée en base64 qui n’est pas du base64 valide',
  },

  once: { en: 'must be given once', fr: 'doit être donné une seule fois' },
  empty: { en: 'must not be empty: leave it out instead', fr: 'ne doit pas être vide : omettez-le plutôt' },
  longQuery: (characters: number, parameters: number) => ({
    en: `must have at most ${characters} characters and ${parameters} parameters`,
    fr: `doit comporter au plus ${characters} caractères et ${parameters} paramètres`,
  }),
  percentEncoded: {
    en: 'must be percent-encoded UTF-8',
    fr: 'doit être de l’UTF-8 encodé pour une URL (encodage-pourcent, RFC 3986)',
  },
  unknownParameter: (known: readonly string[], meant: string | undefined) => ({
    en: `is not a parameter of this list, which accepts ${inWords(known, 'and')}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    fr: `n’est pas un paramètre de cette liste, qui accepte ${inWords(known, 'et')}.${meant === undefined ? '' : ` Vouliez-vous dire ${meant} ?`}`,
  }),

  idempotencyKey: (longest: number) => ({
    en: `must be given once, with 1 to ${longest} visible ASCII characters, with or without double quotes`,
    fr: `doit être donnée une seule fois et comporter de 1 à ${longest} caractères ASCII visibles, avec ou sans guillemets droits`,
  }),
  clockMove: {
    en: 'must be exactly one of {"advance": "PT31M"} and {"now": "2026-03-02T09:30:00Z"}',
    fr: 'doit être soit {"advance": "PT31M"}, soit {"now": "2026-03-02T09:30:00Z"}',
  },
} as const satisfies Readonly<Record<string, Fault>>;

const inWords = (names: readonly string[], and: string): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(` ${and} `);
