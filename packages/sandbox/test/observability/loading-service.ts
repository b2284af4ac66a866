import { registerHooks } from 'node:module';

/** The service's program, which reports on request the libraries for metrics and traces it has loaded so far. */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const [, library] = /node_modules\/(prom-client|@opentelemetry\/[\w-]+)\//.exec(url) ?? [];
    if (library !== undefined) loaded.add(library);
    return next(url, context);
  },
});

process.on('message', () => process.send?.([...loaded]));

await import('../../src/main.ts');
