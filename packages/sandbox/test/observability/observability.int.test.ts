import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { serviceLog } from '@vehicle-insurance/service';
import { apiWorld, eventually, type World } from '../api/world.ts';
import { collector, type CollectedSpan, type Collector } from '../../../service/test/observability/collector.ts';
import { writtenLines } from '../../../service/test/observability/written-lines.ts';

const NAME = 'Aya Exemple';
const PHONES = ['0700001234', '0500001234'] as const;
const REFUSER = '07 01 02 03 04';
const PLATE = 'OB 4711 XY';

describe('during a whole journey,', function () {
  this.timeout(60_000);
  const log = writtenLines();
  let traces: Collector;
  let world: World;
  let quoteId: string;
  let metrics: string;
  const secret = new Set<string>();
  const requestId = randomUUID();

  const journey = async (): Promise<void> => {
    const { get, post, apiKey, baseUrl } = world;
    const { id: vehicleId } = await world.register({ licencePlate: PLATE });
    const holder = { policyHolderName: NAME, policyHolderPhone: PHONES[0] };
    const quote = await world.quoteInput({ vehicleId, ...holder });
    const created = await post<{ id: string }>('/quote/create', quote, { headers: { 'x-request-id': requestId } });
    quoteId = created.body.id;

    // A caller's mistakes must not write its clients' data to the log either.
    await post('/quote/create', { ...quote, duration: NAME, policyHolderPhone: REFUSER });
    await post('/quote/create', quote, { key: `${apiKey}x`, headers: { 'x-request-id': PHONES[0] } });
    await get(`/vehicle?search=${encodeURIComponent(PLATE)}&name=${encodeURIComponent(NAME)}`);
    await get(`/nowhere/${PHONES[0]}/${apiKey}`);
    await fetch(`${baseUrl}/notifications/wave`, {
      ...{ method: 'POST', headers: { 'wave-signature': 't=1,v1=c2lnbmVk' } },
      body: JSON.stringify({ mobile: PHONES[1] }),
    });

    const refused = (await world.opened(quoteId, REFUSER)).paymentUrl ?? '';
    await world.refuse(refused);
    await world.waitFor(quoteId, ({ status }) => status === 'awaiting_payment');
    const paid = (await world.opened(quoteId, PHONES[1])).paymentUrl ?? '';
    await world.confirm(paid);
    const { contractId } = await world.waitFor(quoteId, (now) => now.contractId !== null);
    const { documents } = await world.documented(contractId);
    const links = Object.values(documents).map((link) => link ?? '');
    for (const link of links) expect((await fetch(link)).status).to.equal(200);

    const kept = JSON.parse(secretsFile()) as Record<string, string>;
    for (const word of [
      ...Object.values(kept),
      apiKey.slice(-20),
      ...NAME.split(' '),
      ...[...PHONES, REFUSER.replaceAll(' ', '')].flatMap((phone) => [phone, `+225${phone}`, `225${phone}`]),
      REFUSER,
      PLATE,
      PLATE.replaceAll(' ', ''),
      'c2lnbmVk',
      ...[refused, paid].map((page) => new URL(page).pathname.split('/').at(-1) ?? ''),
      ...links.flatMap((link) => [...new URL(link).searchParams.values()]),
    ])
      secret.add(word);
  };
  const secretsFile = () => readFileSync(join(world.sandbox.dataDir, 'secrets.json'), 'utf8');
  const secretsIn = (text: string): readonly string[] => [...secret].filter((word) => text.includes(word));

  before(async () => {
    traces = await collector();
    const otlp = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url };
    const service = serviceLog({ level: 'debug' }, log.to);
    world = await apiWorld({ LOG_LEVEL: 'debug', METRICS_PORT: '0', ...otlp }, service);
    await journey();
    const ask = async () => (await fetch(world.sandbox.service.metricsUrl ?? '')).text();
    metrics = await eventually(ask, (text) => text.includes('vehicle_insurance_due_work{kind="documents"} 0'));
    await world.sandbox.stop({ data: true });
  });
  after(async () => {
    await world.stop();
    traces.close();
  });

  describe('the log', () => {
    // Proves: log-line
    it('has one line for each request, with its route, company and result', () => {
      const lines = log.lines().filter((line) => line['requestId'] === requestId);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include({ route: '/api/v1.0/quote/create', operation: 'createQuote', status: 201 });
      for (const field of ['companyId', 'keyId']) expect(lines[0]?.[field]).to.match(/^[0-9a-f-]{36}$/);
    });

    // Proves: log-line
    it('contains no personal data and no secret, from start to stop', () => {
      expect(log.lines().length).to.be.greaterThan(15);
      expect(secretsIn(log.text())).to.deep.equal([]);
    });
  });

  describe('the metrics', () => {
    const create = 'method="POST",route="/api/v1.0/quote/create"';
    const COUNTS = {
      [`http_requests_total{${create},status="201"}`]: 1,
      [`http_requests_total{${create},status="400"}`]: 1,
      'http_requests_total{method="POST",route="none",status="401"}': 1,
      'payments_total{provider="wave",outcome="opening",reason=""}': 2,
      'payments_total{provider="wave",outcome="pending",reason=""}': 2,
      'payments_total{provider="wave",outcome="failed",reason="declined"}': 1,
      'payments_total{provider="wave",outcome="succeeded",reason=""}': 1,
      'certificates_total{outcome="pending"}': 1,
      'certificates_total{outcome="issued"}': 1,
      'outside_call_duration_seconds_count{system="wave",call="open",outcome="done"}': 2,
      'outside_call_duration_seconds_count{system="authority",call="request",outcome="done"}': 1,
      'outside_call_duration_seconds_count{system="documents",call="put",outcome="done"}': 2,
    };
    it('count requests, payments, certificates and outside calls', () => {
      const lines = metrics.split('\n');
      for (const [series, count] of Object.entries(COUNTS))
        expect(lines).to.include(`vehicle_insurance_${series} ${count}`);
    });

    // Proves: metrics
    it('have labels with few values: no id, no company, no person', () => {
      expect(metrics).to.not.match(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(secretsIn(metrics)).to.deep.equal([]);
    });
  });

  describe('the traces', () => {
    const quoteOf = ({ attributes }: CollectedSpan) =>
      attributes.find(({ key }) => key === 'quote.id')?.value['stringValue'];
    const ofQuote = () => {
      const about = new Set(traces.spans().flatMap((span) => (quoteOf(span) === quoteId ? [span.traceId] : [])));
      return traces.spans().filter(({ traceId }) => about.has(traceId));
    };

    // Proves: traces
    it('show a quote’s requests, outside calls and sweeps by its id', () => {
      expect(ofQuote().map(({ name }) => name)).to.include.members([
        'POST /api/v1.0/quote/create',
        'POST /api/v1.0/quote/{id}/pay',
        'GET /api/v1.0/quote/{id}/status',
        'GET /api/v1.0/contract/{id}',
        'wave open',
        'POST /notifications/{provider}',
        'work payments',
        'wave read',
        'wave expire',
        'work certificates',
        'authority request',
        'work documents',
        'authority image',
        'documents put',
      ]);
      expect(traces.spans().map(({ name }) => name)).to.include.members(['POST /api/v1.0/vehicle', 'POST']);
      const events = ofQuote().flatMap(({ events: each }) => each.map(({ name }) => name));
      expect(events).to.include.members(['payment succeeded', 'payment failed', 'certificate issued']);
    });

    it('contain no personal data', () => {
      expect(secretsIn(traces.text())).to.deep.equal([]);
    });
  });
});
