import { join } from 'node:path';
import { expect } from 'chai';
import { GenericContainer } from 'testcontainers';
import { containerEngineAnswers } from '../src/database/container-engine.ts';
import { sandboxContainer, type SandboxContainer } from '../src/sandbox-container/sandbox-container.ts';

const ROOT = join(import.meta.dirname, '../../..');

const SKIPPED = `Skipped: the sandbox in a container needs a container engine that can build docker/Dockerfile. Start one, or
set TEST_SANDBOX_IMAGE to the name of an image that has been built from its target sandbox.`;

/** The given image, or one that is built now; undefined if that is not possible here. */
const imageToTest = async (): Promise<string | undefined> => {
  if (!(await containerEngineAnswers())) return undefined;
  const given = process.env['TEST_SANDBOX_IMAGE'];
  if (given !== undefined) return given;
  const image = 'vehicle-insurance-sandbox:test';
  const built = GenericContainer.fromDockerfile(ROOT, 'docker/Dockerfile').withTarget('sandbox').build(image);
  return built.then(
    () => image,
    (error: unknown) => {
      // A machine that cannot pull the base image skips the test, but GitHub can.
      if (process.env['CI'] !== undefined) throw error;
      return undefined;
    },
  );
};

describe('a sandbox in a container', function () {
  this.timeout(600_000);
  let sandbox: SandboxContainer | undefined;
  after(() => sandbox?.stop());

  it('answers with its key, serves the payer’s page, and moves its clock', async function () {
    const image = await imageToTest();
    if (image === undefined) {
      process.stderr.write(`${SKIPPED}\n`);
      return this.skip();
    }
    sandbox = await sandboxContainer({ image, environment: { INSURANCE_COMPANY: 'Assurances Exemple' } });
    const { baseUrl, apiKey, simulators, clock } = sandbox;
    const response = await fetch(`${baseUrl}/api/v1.0/coverage`, { headers: { 'x-api-key': apiKey } });
    expect(response.status).to.equal(200);
    for (const address of Object.values(simulators)) expect((await fetch(address)).status, address).to.equal(200);
    const before = await clock.now();
    expect(Date.parse(await clock.advance('P2D')) - Date.parse(before)).to.be.at.least(2 * 86_400_000);
    expect(await clock.set(new Date('2999-01-01T00:00:00Z'))).to.match(/^2999-01-01T00:00/);
    const refusal = await clock.set('2020-01-01T00:00:00Z').catch(({ message }: Error) => message);
    expect(refusal).to.match(/^The sandbox's clock was not moved: .*the clock only moves forward/);
  });

  it('reports that no container engine answers, and what to do', async () => {
    const { DOCKER_HOST: given } = process.env;
    process.env['DOCKER_HOST'] = 'unix:///nowhere/docker.sock';
    const refusal = await sandboxContainer().catch(({ message }: Error) => message);
    if (given === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = given;
    expect(refusal).to.match(/^No container engine answers\. Start Docker or Podman/);
  });
});
