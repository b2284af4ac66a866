// The core behind another web framework: two routes of Hono instead of the whole API over Koa. The program sends two
// requests to itself and exits; with `--serve` it continues to listen.
import { serve } from '@hono/node-server';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import type { CallerError, CreateQuoteCommand, RegisterVehicleCommand } from '@vehicle-insurance/core';
import { Hono } from 'hono';
import { insuranceInMemory, type Insurance } from './insurance-in-memory.ts';

/** This adapter chooses the status of a refusal; the core has only codes. */
const statusOf = ({ code }: CallerError) => {
  if (code.endsWith('_not_found')) return 404;
  return code === 'invalid_request' ? 400 : 422;
};

/** A price list and a price calculator for your own web page. */
const quotes = ({ companyId, listCoverages, registerVehicle, createQuote }: Insurance) =>
  new Hono()
    .get('/coverages', async (c) => {
      const coverages = (await listCoverages()).unwrap();
      return c.json(coverages.map(({ id, name, vehicleType }) => ({ id, name, vehicleType })));
    })
    .post('/price', async (c) => {
      const { car, wish } = await c.req.json<{
        car: Omit<RegisterVehicleCommand, 'companyId'>;
        wish: Omit<CreateQuoteCommand, 'companyId' | 'vehicleId'>;
      }>();
      const vehicle = await registerVehicle({ companyId, ...car });
      if (vehicle.isErr()) return c.json(vehicle.error, statusOf(vehicle.error));
      const quote = await createQuote({ companyId, vehicleId: vehicle.value.id, ...wish });
      if (quote.isErr()) return c.json(quote.error, statusOf(quote.error));
      return c.json({ amount: quote.value.quote.premium.amount, lines: quote.value.quote.premium.lines.length }, 201);
    });

const app = quotes(await insuranceInMemory());
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => void ask(port));

const ask = async (port: number): Promise<void> => {
  const [{ coverage: { id: coverageId } = { id: '' } } = {}] = sandboxCatalogue().coverages;
  const car = {
    ...{ type: 'auto', licencePlate: 'AA 123 AB', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence' },
    ...{ firstRoadDate: '2021-03-15', carOriginalValue: 9_500_000, carMarketValue: 6_000_000, power: 7, noSeat: 5 },
  };
  const holder = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 00 00' };
  const wish = { coverageId, duration: 12, usage: 'pleasure', startDate: '2026-11-10', ...holder };
  for (const each of [
    { car, wish },
    { car: { ...car, licencePlate: 'AA 124 AB' }, wish: { ...wish, duration: 4 } },
  ]) {
    const url = `http://127.0.0.1:${port}/price`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(each) });
    console.log(answer.status, await answer.text());
  }
  if (!process.argv.includes('--serve')) server.close();
};
