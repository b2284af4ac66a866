import { scriptedServer, timersDuring } from '@vehicle-insurance/testkit';
import { pino } from 'pino';
import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { observability, type Observability } from '../../src/observability/observability.ts';
import { exportingTracer } from '../../src/observability/traces/exporting-tracer.ts';
import { complaints, PRODUCTION } from '../configuration/production-values.ts';
import { collector } from './collector.ts';

const variablesOf = (environment: Readonly<Record<string, string>>) => readConfiguration(environment).unwrap();
const silent = pino({ level: 'silent' });
const claim = { kind: 'payments', companyId: 'c', id: 'p', lease: 'l', attempt: 1 } as const;

describe('configured metrics and traces', () => {
  let observer: Observability | undefined;
  afterEach(async () => observer?.close());

  it('are served on their own port, which serves nothing else', async () => {
    observer = await observability(variablesOf({ METRICS_PORT: '0' }), silent);
    const page = await fetch(observer.metricsUrl ?? '');
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(new URL('/', observer.metricsUrl))).status).to.equal(404);
    expect((await fetch(observer.metricsUrl ?? '', { method: 'POST' })).status).to.equal(404);
  });

  it('name the variable to change if their port is in use', async () => {
    const server = await scriptedServer();
    const { port } = new URL(server.url);
    const failed = await observability(variablesOf({ METRICS_PORT: port }), silent).catch(String);
    await server.close();
    expect(failed).to.match(/in use.* set METRICS_PORT to another/);
  });

  it('count each piece of work by its outcome, and rethrow its failure', async () => {
    observer = await observability(variablesOf({ METRICS_PORT: '0' }), silent);
    await observer.aroundWork(claim, async () => undefined);
    const failed = observer.aroundWork(claim, () => Promise.reject(new Error('broken')));
    expect(await failed.catch(({ message }: Error) => message)).to.equal('broken');
    const text = await (await fetch(observer.metricsUrl ?? '')).text();
    for (const outcome of ['done', 'failed'])
      expect(text).to.include(`work_duration_seconds_count{kind="payments",outcome="${outcome}"} 1`);
  });

  it('are sent to the collector with its headers, whose values may contain any character', async () => {
    const traces = await collector();
    const [endpoint, headers] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'];
    observer = await observability(
      variablesOf({ [endpoint]: traces.url, [headers]: 'a=b,x-team=c=%3D%20%3D' }),
      silent,
    );
    await observer.aroundWork(claim, async () => undefined);
    await observer.close();
    traces.close();
    expect(traces.requests()).to.deep.equal([['/v1/traces', 'c== =']]);
  });

  it('are refused if their configuration is invalid', () => {
    const [endpoint, headers] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'];
    const to = { [endpoint]: 'http://localhost:4318' };
    for (const [environment, words] of [
      [{ PORT: '3000', METRICS_PORT: '3000' }, /METRICS_PORT must differ from PORT/],
      [{ [endpoint]: 'collector:4318' }, /must look like http:\/\/host:4318/],
      [{ [headers]: 'x-key=abc' }, /set OTEL_EXPORTER_OTLP_ENDPOINT too/],
      ...['x-key', 'x-key=%zz', '=a'].map((given) => [{ ...to, [headers]: given }, /look like name=value/] as const),
      [{ ...to, [headers]: 'x-key=a b' }, /contains a space/],
    ] as const)
      expect(complaints(environment).join(' '), JSON.stringify(environment)).to.match(words);
  });

  it('may go to a nearby collector in production too, but not with an unencrypted key', () => {
    const nearby = { ...PRODUCTION, METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
    expect(complaints(nearby)).to.deep.equal([]);
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20kZ9q27Lm' };
    expect(complaints({ ...nearby, ...headers }).join()).to.match(/must be an https:\/\/ address if headers/);
    const vendor = { ...nearby, ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.insurance-traces.com' };
    expect(complaints(vendor)).to.deep.equal([]);
  });

  it('are lost without harm while there is no collector, with one warning for all batches', async () => {
    const server = await scriptedServer();
    server.answer((response) => response.writeHead(404).end());
    const lost: string[] = [];
    const to = { endpoint: server.url, headers: {}, attributes: {} };
    const { tracer, close } = exportingTracer({ ...to, lost: (why) => lost.push(why) });
    for (let span = 0; span < TWO_BATCHES; span += 1) tracer.startSpan('work payments').end();
    await close();
    await server.close();
    expect(lost).to.have.length(1);
  });

  it('have 5 seconds to be delivered', async () => {
    const nowhere = { endpoint: 'http://127.0.0.1:1', headers: {}, attributes: {}, lost: () => undefined };
    const { tracer, close } = exportingTracer(nowhere);
    tracer.startSpan('work payments').end();
    expect(await timersDuring(close)).to.include(5_000);
  });
});

const TWO_BATCHES = 600;
