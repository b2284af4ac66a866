import { dateOf, VEHICLE_TYPES, type ListedVehicle, type VehicleListFilter } from '@vehicle-insurance/core';
import { vehicleType } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { createdIn, oneIn, type List } from './list.ts';
import { holderLink, since, vehicleLink } from './people.ts';

export const vehicleList: List<ListedVehicle, VehicleListFilter> = {
  path: '/vehicles',
  title: 'Véhicules',
  columns: [
    {
      ...{ title: 'Immatriculation', width: 16, kind: 'text' },
      shown: ({ vehicle }) => vehicleLink(vehicle.id, vehicle.licencePlate),
      cell: ({ vehicle }) => vehicle.licencePlate,
    },
    {
      ...{ title: 'Dernier souscripteur', width: 32, kind: 'text' },
      shown: ({ policyholder }) => policyholder && holderLink(policyholder),
      cell: ({ policyholder }) => policyholder?.name ?? '',
    },
    { title: 'Téléphone', width: 18, kind: 'text', cell: ({ policyholder }) => policyholder?.phone ?? '' },
    {
      ...{ title: 'Véhicule', width: 28, kind: 'text' },
      shown: ({ vehicle }) => `${vehicle.brand} ${vehicle.model}`,
      cell: ({ vehicle }) => `${vehicle.brand} ${vehicle.model}`,
    },
    {
      ...{ title: 'Genre', width: 14, kind: 'text' },
      shown: ({ vehicle }) => vehicleType(vehicle.type),
      cell: ({ vehicle }) => vehicleType(vehicle.type),
    },
    {
      ...{ title: 'Société', width: 28, kind: 'text' },
      shown: ({ companyName }) => companyName,
      cell: ({ companyName }) => companyName,
    },
    {
      ...{ title: 'Enregistré le', width: 14, kind: 'day' },
      shown: ({ vehicle }, today) => since(vehicle.created, today),
      cell: ({ vehicle }, zone) => dateOf(vehicle.created, zone),
    },
  ],
  filterIn: (query, today) => {
    const type = oneIn(query, 'type', VEHICLE_TYPES);
    const created = createdIn(query, today);
    return type === null || created === null ? undefined : { ...created, type };
  },
  fields: (query) =>
    choice(
      'Genre',
      'type',
      'Tous',
      VEHICLE_TYPES.map((each) => [each, vehicleType(each)] as const),
      query.get('type'),
    ),
  read: ({ vehicleQueries }, filter, limit) => vehicleQueries.list(filter, limit),
  placeOf: ({ vehicle }) => ({ value: vehicle.created, id: vehicle.id }),
};
