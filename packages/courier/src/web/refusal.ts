import type { Message } from '@vehicle-insurance/core/messages';

/** The error codes of the webhooks API, each with its status and its messages. */
export const REFUSALS = {
  invalid_request: [
    400,
    {
      en: 'The request breaks a rule. Correct the fields in `details` and send it again.',
      fr: 'La requête enfreint une règle. Corrigez les champs indiqués dans `details`, puis renvoyez la requête.',
    },
  ],
  unauthorized: [
    401,
    {
      en: 'No valid API key. Send your company’s key in the x-api-key header.',
      fr: 'Clé d’API absente ou non valable. Envoyez la clé de votre société dans l’en-tête x-api-key.',
    },
  ],
  not_found: [
    404,
    {
      en: 'There is nothing at this address.',
      fr: 'Il n’y a rien à cette adresse.',
    },
  ],
  endpoint_not_found: [
    404,
    {
      en: 'Your company has no endpoint with this id. List them with GET /endpoint.',
      fr: 'Aucun point de terminaison de votre société ne porte cet identifiant. Listez vos points de terminaison avec GET /endpoint.',
    },
  ],
  delivery_not_found: [
    404,
    {
      en: 'This endpoint has no delivery with this id. List the latest with GET /endpoint/{id}/delivery.',
      fr: 'Aucun envoi à ce point de terminaison ne porte cet identifiant. Listez les derniers envois avec GET /endpoint/{id}/delivery.',
    },
  ],
  method_not_allowed: [
    405,
    {
      en: 'This address does not support this method. Use one from the Allow header.',
      fr: 'Cette adresse n’accepte pas cette méthode. Utilisez une méthode de l’en-tête Allow.',
    },
  ],
  not_set_up: [
    409,
    {
      en: 'The courier has no key of your company yet. Ask the operator to add one.',
      fr: 'Le service de webhooks n’a pas encore de clé de votre société. Demandez à l’administrateur du service d’ajouter cette clé.',
    },
  ],
  too_many_endpoints: [
    409,
    {
      en: 'Your company has 20 endpoints, the most that it may have. Delete one first.',
      fr: 'Votre société a déjà 20 points de terminaison, le maximum autorisé. Supprimez d’abord l’un d’eux.',
    },
  ],
  endpoint_changed: [
    409,
    {
      en: 'Another request has just changed this endpoint. Read it and try again.',
      fr: 'Une autre requête vient de modifier ce point de terminaison. Relisez-le, puis réessayez.',
    },
  ],
  payload_too_large: [
    413,
    {
      en: 'Too large. A body may have 64 KB.',
      fr: 'Requête trop volumineuse. Le corps de la requête peut faire 64 Ko au plus.',
    },
  ],
  unsupported_media_type: [
    415,
    {
      en: 'Send the body as application/json.',
      fr: 'Envoyez le corps de la requête en application/json.',
    },
  ],
  rate_limited: [
    429,
    {
      en: 'Too many requests. Wait for the time in the Retry-After header.',
      fr: 'Trop de requêtes. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
    },
  ],
  internal_error: [
    500,
    {
      en: 'The courier failed. Try again; if the error persists, ask the operator.',
      fr: 'Le service de webhooks a rencontré une erreur. Réessayez ; si elle persiste, contactez l’administrateur du service.',
    },
  ],
  service_unavailable: [
    503,
    {
      en: 'The courier or the API is unavailable for a moment. Try again later.',
      fr: 'Le service de webhooks ou l’API est momentanément indisponible. Réessayez plus tard.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, message: Message]>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A field that breaks a rule. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Message;
}

/** Ends a request with an error. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: RefusalCode, details?: readonly FieldProblem[], headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

export const invalidField = (field: string, message: Message): Refusal =>
  new Refusal('invalid_request', [{ field, message }]);
