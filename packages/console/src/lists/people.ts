import type { ContractDetails, Quote } from '@vehicle-insurance/core';
import { age, moment, phone } from '../words/format.ts';
import { html, type Html, type Value } from '../web/html.ts';
import type { Column, Today } from './list.ts';

type Policyholder = Quote['policyholder'];

/** A policyholder's name, linked to the page of all clients with the same phone number. */
export const clientLink = ({ name, phone: number }: Policyholder): Value =>
  number === null ? name : html`<a href="/client/${encodeURIComponent(number)}">${name}</a>`;

export const holderLink = (holder: Policyholder): Html =>
  html`${clientLink(holder)} ${holder.phone !== null && html`<small>${phone(holder.phone)}</small>`}`;

export const vehicleLink = (id: string, licencePlate: string): Html =>
  html`<a href="/vehicle/${id}">${licencePlate}</a>`;

/** When an object was created, and how long ago. */
export const since = (at: Parameters<typeof moment>[0], { now, zone }: Today): Html =>
  html`${moment(at, zone)} <small>${age(at, now, zone)}</small>`;

export const HOLDER_AND_PLATE: readonly Column<Pick<ContractDetails, 'quote' | 'vehicle'>>[] = [
  {
    ...{ title: 'Souscripteur', width: 32, kind: 'text' },
    shown: ({ quote }) => holderLink(quote.policyholder),
    cell: ({ quote }) => quote.policyholder.name,
  },
  { title: 'Téléphone', width: 18, kind: 'text', cell: ({ quote }) => quote.policyholder.phone ?? '' },
  {
    ...{ title: 'Immatriculation', width: 16, kind: 'text' },
    shown: ({ vehicle }) => vehicleLink(vehicle.id, vehicle.licencePlate),
    cell: ({ vehicle }) => vehicle.licencePlate,
  },
];
