import { deepStrictEqual } from 'node:assert/strict';
import type { Data } from '../data/fill.ts';
import { tomorrow, vehicleNumbered } from '../endpoints.ts';
import type { Lane } from '../lanes.ts';
import { requestBytes, type Headers } from '../load/request-bytes.ts';
import { compared } from './ask.ts';

/**
 * Throws unless all servers refuse the same requests for the same reasons. A server that checks less would be faster.
 */
export const compareRefusals = async (lanes: readonly Lane[], data: Data): Promise<void> => {
  for (const [request, expected] of refused(data))
    for (const { name, clients } of lanes) {
      const { status, body } = compared(await clients.ask(request));
      const refusal = [status, body['code'], body['vehicleId']].filter(Boolean).join(' ');
      deepStrictEqual(refusal, expected, `${name} responds ${refusal} instead of ${expected}`);
    }
};

const refused = ({ apiKey, vehicleIds, othersVehicleId, coverageId }: Data): readonly (readonly [Buffer, string])[] => {
  const own = { 'x-api-key': apiKey };
  const get = (path: string, headers: Headers = own) => requestBytes({ method: 'GET', path }, headers);
  const post = (path: string, body: object) => requestBytes({ method: 'POST', path, body }, own);
  const [first = ''] = vehicleIds;
  const vehicle = vehicleNumbered(2 * 10 ** 9);
  const quote = {
    vehicleId: first,
    coverageId,
    duration: 12,
    usage: 'pleasure',
    policyHolderName: 'Awa Koné',
    policyHolderPhone: '0701020304',
    startDate: tomorrow(),
  };
  return [
    [get(`/vehicle/${first}`, { 'x-api-key': `${apiKey}x` }), '401 unauthorized'],
    [get(`/vehicle/${othersVehicleId}`), '404 vehicle_not_found'],
    [get('/contract/none'), '404 contract_not_found'],
    [get(`/quote/${first}/status`), '404 quote_not_found'],
    [get('/vehicle?limit=101'), '400 invalid_request'],
    [get('/contract?colour=red'), '400 invalid_request'],
    [post('/vehicle', { ...vehicle, year: '2021' }), '400 invalid_request'],
    [post('/vehicle', { ...vehicle, firstRoadDate: '2100-01-01' }), '400 invalid_request'],
    [post('/vehicle', { ...vehicle, licencePlate: 'aa-1' }), `409 vehicle_already_exists ${first}`],
    [post('/vehicle', { ...vehicle, externalId: 'FLEET-1' }), `409 vehicle_already_exists ${first}`],
    [post('/quote/create', { ...quote, startDate: '2000-01-01' }), '400 invalid_request'],
    [post('/quote/create', { ...quote, vehicleId: othersVehicleId }), '404 vehicle_not_found'],
    [post('/quote/create', { ...quote, coverageId: 'none' }), '404 coverage_not_found'],
  ];
};
