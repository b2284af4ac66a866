import { FAULTS as COMMON, type Message } from '@vehicle-insurance/core/messages';

/**
 * The messages about fields in the webhooks API. Most messages continue a sentence that begins with the field's name.
 */
export const FAULTS = {
  required: COMMON.required,
  flag: COMMON.flag,
  oneOf: COMMON.oneOf,
  line: { en: 'must be text without control characters', fr: 'doit être un texte sans caractère de contrôle' },
  longest: (max: number): Message => ({
    en: `must have at most ${max} characters`,
    fr: `doit comporter au plus ${max} caractères`,
  }),
  types: {
    en: 'must be a list of types, or null for all types',
    fr: 'doit être une liste de types d’événement, ou null pour tous les types',
  },
  knownTypes: { en: 'must be known types', fr: 'ne doit contenir que des types d’événement connus' },
  json: { en: 'must be JSON', fr: 'doit être du JSON' },
  object: { en: 'must be a JSON object', fr: 'doit être un objet JSON' },
  https: {
    en: 'The address must be a complete https:// URL.',
    fr: 'L’adresse doit être une URL complète qui commence par https://.',
  },
  credentials: {
    en: 'The address must not contain a user or a password: the courier does not send them. Check each webhook’s signature, or put a token into the path.',
    fr: 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe : ils ne sont pas transmis. Vérifiez la signature de chaque webhook, ou placez un jeton dans le chemin.',
  },
} as const;

/** A value that breaks a rule. The operator's commands print the English message. */
export class Fault extends Error {
  readonly rule: Message;
  constructor(rule: Message) {
    super(rule.en);
    this.rule = rule;
  }
}
