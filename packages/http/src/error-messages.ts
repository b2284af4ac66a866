import { UNAVAILABILITY_MESSAGES, type Message } from '@vehicle-insurance/core';
import type { ErrorCode, ErrorWith } from './api-error.ts';

const NOT_FOUND = {
  address: {
    en: 'There is nothing at this address. The API reference at /docs lists every address.',
    fr: 'Il n’y a rien à cette adresse. La référence de l’API, sur /docs, liste toutes les adresses.',
  },
  document: {
    en: 'This link opens no document, or has expired. A link is valid for one hour: read the contract again to get a new one.',
    fr: 'Ce lien n’ouvre aucun document, ou il a expiré. Un lien est valable une heure : relisez le contrat avec GET /contract/{id} pour obtenir un nouveau lien.',
  },
  paper: {
    en: 'The contract exists, but this paper is not yet available. The contract document requires the certificate, and the statement of cancellation requires a cancelled contract.',
    fr: 'Le contrat existe, mais ce document n’est pas encore disponible. Les conditions particulières sont éditées après l’attestation, et l’avis d’annulation après l’annulation du contrat.',
  },
} as const;

const TOO_MANY = {
  requests: {
    en: 'Too many requests. Wait for the time in the Retry-After header.',
    fr: 'Trop de requêtes. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
  },
  bad_keys: {
    en: 'Too many requests without a valid API key. Correct the key in x-api-key, and wait for the time in Retry-After.',
    fr: 'Trop de requêtes sans clé d’API valable. Corrigez la clé dans x-api-key, puis réessayez après le délai indiqué dans Retry-After.',
  },
  keys: {
    en: 'Too many keys were issued in the last hour. Wait for the time in the Retry-After header.',
    fr: 'Trop de clés ont été créées en une heure. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
  },
  openings_of_quote: {
    en: 'Too many payments were opened for this quote. Wait for the time in the Retry-After header.',
    fr: 'Trop de demandes de paiement pour ce devis. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
  },
  openings_of_payer: {
    en: 'Too many payments were opened for this number. Wait for the time in the Retry-After header.',
    fr: 'Trop de demandes de paiement pour ce numéro. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
  },
} as const;

/** An error's message: what happened, then what to do. */
type Messages = { readonly [Code in ErrorCode]: Message | ((error: ErrorWith<Code>) => Message) };

/** A code without a message in every language does not compile. */
export const MESSAGES: Messages = {
  invalid_request: {
    en: 'The request breaks a rule. Correct the fields in `details` and send it again.',
    fr: 'La requête enfreint une règle. Corrigez les champs indiqués dans `details`, puis renvoyez la requête.',
  },
  unauthorized: (error) =>
    'where' in error
      ? {
          en: 'Requests from another machine must send the clockToken of sandbox.json in the x-sandbox-token header.',
          fr: 'Une requête envoyée depuis une autre machine doit porter le clockToken de sandbox.json dans l’en-tête x-sandbox-token.',
        }
      : {
          en: 'No valid API key. Send your company’s key in the x-api-key header, or ask the operator for one.',
          fr: 'Clé d’API absente ou non valable. Envoyez la clé de votre société dans l’en-tête x-api-key, ou demandez une clé à l’administrateur du service.',
        },
  notification_refused: {
    en: 'The notification was not accepted. Sign it with the shared secret and send it without delay.',
    fr: 'La notification n’a pas été acceptée. Signez-la avec le secret partagé et envoyez-la sans délai.',
  },
  not_found: ({ what }) => NOT_FOUND[what ?? 'address'],
  vehicle_not_found: {
    en: 'Your company has no vehicle with this id. Register it first, or look it up with GET /vehicle.',
    fr: 'Aucun véhicule de votre société ne porte cet identifiant. Enregistrez d’abord le véhicule, ou retrouvez-le avec GET /vehicle.',
  },
  coverage_not_found: {
    en: 'No coverage has this id. Choose one from GET /coverage.',
    fr: 'Aucune formule ne porte cet identifiant. Choisissez une formule avec GET /coverage.',
  },
  quote_not_found: {
    en: 'Your company has no quote with this id. Create one first, or look it up with GET /quote.',
    fr: 'Aucun devis de votre société ne porte cet identifiant. Créez d’abord le devis, ou retrouvez-le avec GET /quote.',
  },
  contract_not_found: {
    en: 'Your company has no contract with this id. Use the contractId of a paid quote.',
    fr: 'Aucun contrat de votre société ne porte cet identifiant. Utilisez le contractId d’un devis payé.',
  },
  key_not_found: {
    en: 'Your company has no key with this id. Look it up with GET /key.',
    fr: 'Aucune clé de votre société ne porte cet identifiant. Consultez la liste de vos clés avec GET /key.',
  },
  method_not_allowed: {
    en: 'This address does not support this method. Use one from the Allow header.',
    fr: 'Cette adresse n’accepte pas cette méthode. Utilisez une méthode de l’en-tête Allow.',
  },
  vehicle_already_exists: {
    en: 'Your company already has a vehicle with this plate or external id. Use the one in vehicleId.',
    fr: 'Votre société a déjà un véhicule avec cette immatriculation ou cet identifiant externe. Utilisez le véhicule indiqué dans vehicleId.',
  },
  external_id_taken: {
    en: 'The vehicle in vehicleId has this external id. Clear it there first, or choose another.',
    fr: 'Le véhicule indiqué dans vehicleId porte déjà cet identifiant externe. Retirez d’abord cet identifiant du véhicule, ou choisissez un autre identifiant externe.',
  },
  last_key: {
    en: 'This is your company’s last active key. Issue another one first, or ask the operator to revoke this one.',
    fr: 'C’est la dernière clé active de votre société. Créez d’abord une autre clé, ou demandez à l’administrateur du service de révoquer cette dernière clé.',
  },
  too_many_keys: {
    en: 'Your company has 20 active keys, the most that it may have. Revoke a key that you no longer use.',
    fr: 'Votre société a déjà 20 clés actives, le maximum autorisé. Révoquez une clé que vous n’utilisez plus.',
  },
  payment_in_progress: ({ paymentUrl }) =>
    paymentUrl === null
      ? {
          en: 'A payment for this quote is waiting for its payer, who must confirm it on the phone. Wait until it ends.',
          fr: 'Un paiement de ce devis est en attente : le payeur doit le confirmer sur son téléphone. Attendez la fin de ce paiement.',
        }
      : {
          en: 'A payment for this quote is waiting for its payer. Send the payer to paymentUrl, or wait until it ends.',
          fr: 'Un paiement de ce devis est en attente. Dirigez le payeur vers paymentUrl, ou attendez la fin de ce paiement.',
        },
  quote_already_paid: {
    en: 'This quote is paid. Read its contract: GET /quote/{id}/status returns the contractId.',
    fr: 'Ce devis est payé : GET /quote/{id}/status renvoie le contractId du contrat.',
  },
  request_in_progress: {
    en: 'The first request with this Idempotency-Key is still in progress. Send it again in a second.',
    fr: 'La première requête avec cette Idempotency-Key est encore en cours. Renvoyez la requête dans une seconde.',
  },
  position_forgotten: {
    en: 'The events after this position are no longer kept. Read your quotes and contracts again, and list events without after.',
    fr: 'Les événements qui suivent cette position ne sont plus conservés. Relisez vos devis et vos contrats, puis listez les événements sans le paramètre after.',
  },
  payload_too_large: {
    en: 'Too large. A document may have 10 MB, everything else together 1 MB. Send less.',
    fr: 'Requête trop volumineuse : 10 Mo au plus pour un document, et 1 Mo au plus pour tout le reste. Réduisez la taille de l’envoi.',
  },
  unsupported_media_type: {
    en: 'Send the body as application/json without compression (a vehicle also as multipart/form-data).',
    fr: 'Envoyez le corps de la requête en application/json, sans compression (pour un véhicule, multipart/form-data est aussi accepté).',
  },
  invalid_document: {
    en: 'The registration document is not a PDF, JPEG or PNG. Attach it in one of these formats.',
    fr: 'La carte grise n’est ni un PDF, ni un JPEG, ni un PNG. Joignez-la dans l’un de ces formats.',
  },
  coverage_not_available: ({ reason }) => UNAVAILABILITY_MESSAGES[reason],
  quote_start_date_passed: {
    en: 'The start date of this quote has passed. Create a new quote.',
    fr: 'La date d’effet de ce devis est passée. Créez un nouveau devis.',
  },
  quote_incomplete: {
    en: 'This older quote has no policyholder phone. Create a new quote.',
    fr: 'Il manque à cet ancien devis le téléphone du souscripteur. Créez un nouveau devis.',
  },
  idempotency_key_reused: {
    en: 'This Idempotency-Key was used for another request. Give every new request a new key.',
    fr: 'Cette Idempotency-Key a déjà servi à une autre requête. Donnez une nouvelle clé à chaque nouvelle requête.',
  },
  rate_limited: ({ what }) => TOO_MANY[what ?? 'requests'],
  internal_error: {
    en: 'The service failed. Try again; if the error persists, give the operator the x-request-id.',
    fr: 'Le service a rencontré une erreur. Réessayez ; si elle persiste, transmettez le x-request-id à l’administrateur du service.',
  },
  storage_unavailable: {
    en: 'The document could not be stored and nothing was created. Send the same request again.',
    fr: 'La carte grise n’a pas pu être enregistrée : rien n’a été créé. Renvoyez la même requête.',
  },
  payment_provider_unavailable: {
    en: 'The payment provider could not open the payment. Try again later.',
    fr: 'L’opérateur de paiement n’a pas pu enregistrer la demande de paiement. Réessayez plus tard.',
  },
  payment_unavailable: {
    en: 'Payments are unavailable for now. Try again later.',
    fr: 'Les paiements sont indisponibles pour le moment. Réessayez plus tard.',
  },
  service_unavailable: (error) =>
    'what' in error
      ? {
          en: 'Too many forms are in progress. Send this one again after the time in the Retry-After header, and fewer at once.',
          fr: 'Trop de formulaires sont en cours d’envoi. Renvoyez le formulaire après le délai indiqué dans l’en-tête Retry-After, et envoyez moins de formulaires à la fois.',
        }
      : {
          en: 'The service is unavailable for a moment. Try again after the time in the Retry-After header.',
          fr: 'Le service est momentanément indisponible. Réessayez après le délai indiqué dans l’en-tête Retry-After.',
        },
};
