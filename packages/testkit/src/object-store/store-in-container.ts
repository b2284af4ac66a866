import { randomBytes } from 'node:crypto';
import { GenericContainer, Wait } from 'testcontainers';
import type { ObjectStore } from './object-store.ts';

/** The image that `docker/compose.yaml` runs. */
const IMAGE = 'ghcr.io/versity/versitygw:v1.8.0';
const PORT = 9000;

/** A real S3 server, in a container. */
export const storeInContainer = async (): Promise<ObjectStore> => {
  const credentials = { accessKeyId: 'tests', secretAccessKey: randomBytes(24).toString('hex') };
  const region = 'us-east-1';
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({
      ROOT_ACCESS_KEY: credentials.accessKeyId,
      ROOT_SECRET_KEY: credentials.secretAccessKey,
      VGW_REGION: region,
      VGW_PORT: `:${PORT}`,
      VGW_HEALTH: '/health',
    })
    .withCommand(['posix', '/tmp'])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health', PORT))
    .start();
  return {
    endpoint: `http://${container.getHost()}:${container.getMappedPort(PORT)}`,
    region,
    credentials,
    stop: async () => {
      await container.stop();
    },
  };
};
