interface Reply {
  readonly header: () => Reply;
  readonly send: (body: string) => void;
}

interface PluginRoute {
  readonly url: string;
  readonly handler: (request: undefined, reply: Reply) => void;
}

type Plugin = (host: object, options: object, done: () => void) => void;

/**
 * The script of Scalar, which renders the reference page. Scalar's plugin for Fastify serves the script from a route.
 * The package `@scalar/api-reference` contains the script as a file, but installs 240 MB of packages.
 */
export const scalarScript = async (): Promise<string> => {
  const { default: plugin } = (await import('@scalar/fastify-api-reference')) as unknown as { default: Plugin };
  let script: string | undefined;
  const reply: Reply = { header: () => reply, send: (body) => (script = body) };
  const route = ({ url, handler }: PluginRoute): void => {
    if (url.endsWith('/scalar.js')) handler(undefined, reply);
  };
  plugin({ initialConfig: {}, route }, { configuration: { url: '/' } }, () => undefined);
  if (script === undefined) throw new Error('Scalar’s plugin has no route for its script.');
  return script;
};
