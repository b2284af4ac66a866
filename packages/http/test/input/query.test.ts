import { expect } from 'chai';
import { faultsIn, servedForAll, type ApiResponse } from '../serving.ts';

describe('a query', () => {
  const api = servedForAll();
  afterEach(() => expect(api.errorReporter.all).to.deep.equal([]));

  const fieldsOf = ({ body }: ApiResponse) => body.details.map(({ field }) => field);

  // Proves: unknown-query-parameter
  it('of a list is refused with unknown and invalid parameters named, and the accepted ones listed', async () => {
    const answer = await api.get('/quote?policyNumber=VI-1&limit=0&vehicleId=&vehicle_id=&policyNumber=VI-2');
    expect(answer.status).to.equal(400);
    const accepted = 'is not a parameter of this list, which accepts vehicleId, status, page and limit.';
    expect(faultsIn(answer)).to.deep.equal([
      ...['vehicleId must not be empty: leave it out instead', 'limit must be a whole number from 1 to 100'],
      ...[`policyNumber ${accepted}`, `vehicle_id ${accepted} Did you mean vehicleId?`],
    ]);
    for (const list of ['/vehicle', '/quote', '/contract'])
      for (const name of ['companyId', 'id', '__proto__', 'constructor', 'Page', 'sort'])
        expect(fieldsOf(await api.get(`${list}?${name}=1`)), `${list} ${name}`).to.deep.equal([name]);
  });

  // Proves: unknown-query-parameter
  it('is refused without repeating ids, API keys or long text from an unknown name', async () => {
    const id = '019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e';
    for (const [name, shown] of [
      [id, '?'],
      [`${api.key}`, '?'],
      ['VI_live_0123456789abcdef', '?'],
      ['', '?'],
      ['filter[page]', 'filter[page]'],
      ['<script>\r\n\u0000é', '?script?????'],
      ['x'.repeat(500), `${'x'.repeat(40)}…`],
    ] as const)
      expect(fieldsOf(await api.get(`/quote?${encodeURIComponent(name)}=1`)), name).to.deep.equal([shown]);
  });

  it('is refused at once if it is too long to parse cheaply', async () => {
    const began = process.threadCpuUsage();
    const answer = await api.get(`/vehicle?${'a=1&'.repeat(3_500)}`);
    expect(answer.status).to.equal(400);
    expect((await api.get(`/vehicle?${'a&'.repeat(60)}`)).status).to.equal(400);
    // CPU time of this thread, in which the server runs: independent of the load on the machine.
    expect(process.threadCpuUsage(began).user).to.be.lessThan(500_000);
    expect((await api.get(`/coverage?${'a=1&'.repeat(3_500)}`)).status).to.equal(200);
  });
});
