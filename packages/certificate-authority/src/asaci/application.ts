import type { CertificateApplication } from '@vehicle-insurance/core';
import { amountsOf } from './amounts.ts';
import { ABIDJAN_ZONE, ENERGY_CODES, genreOf, NOTHING, PERSON, VEHICLE_CODES } from './codes.ts';
import type { AsaciConfig } from './config.ts';

export const requestBody = (
  application: CertificateApplication,
  { credentials, zone = ABIDJAN_ZONE }: AsaciConfig,
) => ({
  code_demandeur: credentials.applicant,
  code_intermediaire: application.intermediaryCode ?? credentials.intermediary,
  code_compagnie: credentials.company,
  code_acces: credentials.access,
  liste_demande: [
    { ...days(application), ...vehicle(application, zone), ...persons(application), ...cover(application) },
  ],
});

/**
 * The days computed when the quote was paid. The authority compares the days of a repeated request with those of the
 * first request.
 */
const days = ({ subscribedOn, effectiveDate, expiryDate }: CertificateApplication) => ({
  date_demande_edition: subscribedOn,
  date_souscription: subscribedOn,
  date_effet: effectiveDate,
  date_echeance: expiryDate,
});

const vehicle = ({ vehicle: it, quote }: CertificateApplication, zone: string) => {
  const { category, type, usage } = VEHICLE_CODES[it.type][quote.usage];
  return {
    genre_vehicule: genreOf(it),
    numero_immatriculation: it.licencePlate,
    type_vehicule: type,
    model_vehicule: orNothing(it.model),
    marque_vehicule: orNothing(it.brand),
    categorie_vehicule: category,
    usage_vehicule: usage,
    source_energie: ENERGY_CODES[it.energy],
    nombre_place: String(it.seats),
    numero_chassis: NOTHING,
    date_premiere_mise_en_circulation: it.firstRoadDate,
    valeur_neuve: String(it.originalValue),
    valeur_venale: String(it.marketValue),
    zone_circulation: zone,
  };
};

/** The policyholder is also the insured person. */
const persons = ({ policyholder: { name, phone } }: CertificateApplication) => ({
  nom_souscripteur: orNothing(name),
  type_souscripteur: PERSON.subscriber,
  numero_telephone_souscripteur: orNothing(phone),
  adresse_mail_souscripteur: NOTHING,
  nom_assure: orNothing(name),
  type_assure: PERSON.insured,
  numero_telephone_assure: orNothing(phone),
  adresse_mail_assure: NOTHING,
});

const cover = ({ policyNumber, quote, vehicle: { type } }: CertificateApplication) => ({
  numero_police: policyNumber,
  ...amountsOf(quote.premium),
  code_nature_attestation: VEHICLE_CODES[type][quote.usage].certificate,
  garantie: orNothing(quote.coverage.name),
});

const orNothing = (text: string | null): string => (text === null || text.trim() === '' ? NOTHING : text);
