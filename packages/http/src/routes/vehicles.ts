import { ENERGIES, LICENCE_PLATE, VEHICLE_BOUNDS, VEHICLE_TYPES } from '@vehicle-insurance/core';
import { route } from '../route.ts';
import { boundedInteger, boundedText, date, object, oneOf, text, textOrNull } from '../views/fields.ts';
import { PAGE_QUERY, pageView } from '../views/page.ts';
import { VEHICLE, VEHICLE_PAGE, vehicleView } from '../views/vehicle.ts';

const EXTERNAL_REFERENCE = {
  ...textOrNull('Your own reference, unique within your company.', 'FLEET-0042'),
  minLength: VEHICLE_BOUNDS.externalId.min,
  maxLength: VEHICLE_BOUNDS.externalId.max,
} as const;

export const NEW_VEHICLE = object(
  {
    type: oneOf(VEHICLE_TYPES, '`auto` is a car, `bike` a motorbike.'),
    licencePlate: {
      ...text(
        `${LICENCE_PLATE.min} to ${LICENCE_PLATE.max} letters, digits or dashes; spaces are removed.`,
        'AB-123-CD',
      ),
      minLength: LICENCE_PLATE.min,
    },
    brand: boundedText(VEHICLE_BOUNDS.brand, 'Make.', 'Toyota'),
    model: boundedText(VEHICLE_BOUNDS.model, 'Model.', 'Corolla'),
    year: boundedInteger(VEHICLE_BOUNDS.year, 'Model year.', 2021),
    firstRoadDate: date('Date of first registration, not in the future.', '2021-05-17'),
    carOriginalValue: boundedInteger(VEHICLE_BOUNDS.value, 'Value when new, in francs CFA.', 14_500_000),
    carMarketValue: boundedInteger(VEHICLE_BOUNDS.value, 'Value today, in francs CFA.', 9_800_000),
    energy: oneOf(ENERGIES, 'The type of energy it uses.'),
    power: boundedInteger(VEHICLE_BOUNDS.power, 'Fiscal horsepower of a car, cubic capacity of a motorbike.', 7),
    noSeat: boundedInteger(VEHICLE_BOUNDS.seats, 'Number of seats.', 5),
  },
  { externalId: EXTERNAL_REFERENCE },
);

export const EXTERNAL_ID_CHANGE = object({
  // Differs from the example of a new vehicle, which a client may have sent just before.
  externalId: { ...EXTERNAL_REFERENCE, examples: ['FLEET-0043'] },
});

const VEHICLE_LIST = object(
  {},
  {
    licencePlate: text('Only the vehicle with this plate, in any spelling that registration accepts.', 'AB-123-CD'),
    externalId: text('Only the vehicle with exactly this external id.', 'FLEET-0042'),
    ...PAGE_QUERY,
  },
);

export const vehicleRoutes = [
  route({
    method: 'post',
    path: '/vehicle',
    tag: 'Vehicles',
    summary: 'Register a vehicle',
    description:
      'Register a vehicle once, for any number of quotes. Safe to repeat: a plate that is registered already returns ' +
      '409 with the vehicle’s id. A registration document can only be attached here, in a multipart form.',
    useCase: 'registerVehicle',
    body: NEW_VEHICLE,
    form: true,
    answer: { status: 201, schema: VEHICLE },
    errors: ['vehicle_already_exists', 'payload_too_large', 'invalid_document', 'storage_unavailable'],
    command: ({ companyId, newId, body, upload }) => ({ ...body, companyId, id: newId, registrationDocument: upload }),
    view: vehicleView,
    isOneTransaction: ({ upload }) => upload === undefined,
  }),
  route({
    method: 'get',
    path: '/vehicle',
    tag: 'Vehicles',
    summary: 'List vehicles',
    description: 'Most recent first. Two filters must both match.',
    useCase: 'listVehicles',
    query: VEHICLE_LIST,
    answer: { status: 200, schema: VEHICLE_PAGE },
    errors: [],
    command: ({ companyId, query }) => ({ ...query, companyId }),
    view: pageView(vehicleView),
  }),
  route({
    method: 'get',
    path: '/vehicle/{id}',
    tag: 'Vehicles',
    summary: 'Get a vehicle',
    description: 'Returns the vehicle with its current external id.',
    useCase: 'getVehicle',
    answer: { status: 200, schema: VEHICLE },
    errors: ['vehicle_not_found'],
    command: ({ companyId, id }) => ({ companyId, vehicleId: id }),
    view: vehicleView,
  }),
  route({
    method: 'patch',
    path: '/vehicle/{id}',
    tag: 'Vehicles',
    summary: 'Change the external id',
    description: 'The only field that can change after registration. `null` clears it.',
    useCase: 'changeExternalId',
    body: EXTERNAL_ID_CHANGE,
    answer: { status: 200, schema: VEHICLE },
    errors: ['vehicle_not_found', 'external_id_taken'],
    command: ({ companyId, id, body }) => ({ companyId, vehicleId: id, externalId: body.externalId }),
    view: vehicleView,
  }),
];
