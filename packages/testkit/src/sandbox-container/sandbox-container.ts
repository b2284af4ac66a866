import { containerEngineAnswers } from '../database/container-engine.ts';
import { freePorts } from '../fakes/free-ports.ts';

/** How to start a sandbox in a container. */
export interface SandboxContainerOptions {
  /** Default: `vehicle-insurance-sandbox`, the image of the Dockerfile's target `sandbox`. */
  readonly image?: string;
  /** More variables of the service's configuration, such as `RATE_LIMIT_QUOTE`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A sandbox in a container. It corresponds to `Sandbox` of `@vehicle-insurance/sandbox`. */
export interface SandboxContainer {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly simulators: Readonly<Record<'mobileMoney' | 'certificateAuthority' | 'wave' | 'cinetpay', string>>;
  readonly clock: {
    now(): Promise<string>;
    /** Moves the clock by an ISO 8601 duration of days, hours, minutes and seconds, such as `PT31M`. */
    advance(duration: string): Promise<string>;
    set(instant: string | Date): Promise<string>;
  };
  stop(): Promise<void>;
}

type SandboxFile = Pick<SandboxContainer, 'apiKey' | 'baseUrl' | 'simulators'> & { readonly clockToken: string };

/** The port of the API in the container. */
const API = 3000;

/** Starts a sandbox with its own database in a container, at ports that are free on this machine. */
export const sandboxContainer = async ({
  image = 'vehicle-insurance-sandbox',
  environment = {},
}: SandboxContainerOptions = {}): Promise<SandboxContainer> => {
  if (!(await containerEngineAnswers()))
    throw new Error(
      'No container engine answers. Start Docker or Podman and set DOCKER_HOST if it is elsewhere, or run the sandbox in this process with startSandbox of @vehicle-insurance/sandbox.',
    );
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  const [api = 0, ...simulators] = await freePorts(4);
  const container = await new GenericContainer(image)
    .withEnvironment({ ...environment, PORT: `${API}`, BASE_URL: `http://${host}:${api}` })
    .withCommand(['node', 'packages/sandbox/src/main.ts', '--simulator-ports', simulators.join(',')])
    // Payers and the service must reach a simulator at the same address, so the simulator's port is the same inside and
    // outside the container.
    .withExposedPorts({ container: API, host: api }, ...simulators.map((port) => ({ container: port, host: port })))
    // Inside the container, the host name of a remote engine leads to the container itself.
    .withExtraHosts(host === 'localhost' ? [] : [{ host, ipAddress: '127.0.0.1' }])
    .withWaitStrategy(Wait.forHttp('/health/ready', API))
    .start()
    .catch((cause: Error) => {
      throw new Error(
        `The image ${image} cannot be started: ${cause.message}. Build it in a clone of vehicle-insurance: docker build --file docker/Dockerfile --target sandbox --tag ${image} .`,
        { cause },
      );
    });
  const { output } = await container.exec(['cat', '/data/sandbox.json']);
  const { clockToken, baseUrl, apiKey, simulators: addresses } = JSON.parse(output) as SandboxFile;
  return {
    baseUrl,
    apiKey,
    simulators: addresses,
    clock: clockAt(`${baseUrl}/sandbox/clock`, clockToken),
    stop: async () => {
      await container.stop();
    },
  };
};

const clockAt = (address: string, token: string): SandboxContainer['clock'] => {
  const ask = async (move?: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(address, {
      headers: { 'x-sandbox-token': token, 'content-type': 'application/json' },
      ...(move && { method: 'POST', body: JSON.stringify(move) }),
    });
    if (!response.ok) throw new RangeError(`The sandbox's clock was not moved: ${await response.text()}`);
    return ((await response.json()) as { readonly now: string }).now;
  };
  return {
    now: () => ask(),
    advance: (duration) => ask({ advance: duration }),
    set: (instant) => ask({ now: typeof instant === 'string' ? instant : instant.toISOString() }),
  };
};
