import { expect } from 'chai';
import { courierConfiguration, PUBLIC_ADDRESSES } from '../../../courier/src/index.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import type { Variable } from '../../src/configuration/variable.ts';
import { VARIABLES } from '../../src/configuration/variables.ts';
import type { ComposeFile, Service } from './compose-file.ts';
import { environmentOf, lastOf, type Stage } from './dockerfile.ts';

export const PROPERTIES: Readonly<Record<string, Variable>> = VARIABLES.properties;

/** The containers of a compose file or of Kubernetes' manifests, and how they get their configuration. */
interface Containers {
  readonly compose: Pick<ComposeFile, 'services'>;
  readonly ourImage: string;
  readonly image: Stage;
  /** The environment of a container, with made files in place of its secrets. */
  readonly environmentIn: (service: Service) => Readonly<Record<string, string>>;
  /** The variables that a container is given, by itself or by a shared file. */
  readonly variablesOf: (service: Service) => Readonly<Record<string, string>>;
}

/** The containers of the service itself: the courier runs beside it and has its own configuration. */
export const ownServices = ({ compose, ourImage }: Pick<Containers, 'compose' | 'ourImage'>) =>
  Object.entries(compose.services).filter(([name, each]) => each.image === ourImage && name !== 'courier');

/** The cases of every description of containers. */
export const containerCases = (containers: Containers): void => {
  const { compose, ourImage, image, environmentIn, variablesOf } = containers;

  for (const [name, service] of Object.entries(compose.services))
    it(`confine ${name}: no privileges, a read-only file system, a user that is not root, and a fixed image`, () => {
      const security = ['no-new-privileges:true'];
      expect(service).to.deep.include({ read_only: true, cap_drop: ['ALL'], security_opt: security });
      const isOurs = service.image === ourImage;
      expect(isOurs ? lastOf(image, 'USER') : service.user, 'user')
        .to.be.a('string')
        .and.not.match(/^(root|0)?(:|$)/);
      if (!isOurs) expect(service.image, 'a version').to.match(/:v?\d+(\.\d+)*(-\w+)?$/);
    });

  it('set only variables that exist, and secrets only by a file that the container is given', () => {
    for (const [name, service] of ownServices(containers))
      for (const [key, value] of Object.entries(variablesOf(service))) {
        const variable = PROPERTIES[key.replace(/_FILE$/, '')];
        expect(variable, `${key} of ${name}`).to.be.an('object');
        expect(key.endsWith('_FILE'), `${key} of ${name} is given by file`).to.equal(variable?.secret !== undefined);
        if (key.endsWith('_FILE')) expect(service.secrets?.map((each) => `/run/secrets/${each}`)).to.include(value);
      }
    expect(compose.services['api']?.environment?.['ROLE']).to.equal('api');
    expect(compose.services['worker']?.environment?.['ROLE']).to.equal('worker');
  });

  it('give the service a configuration that it accepts', () => {
    for (const [name, service] of ownServices(containers)) {
      const read = readConfiguration(environmentIn(service));
      expect(read.isErr() ? read.error : [], name).to.deep.equal([]);
    }
  });
};

/** The further cases of every compose file. */
export const composeCases = ({ compose, image, environmentIn }: Containers): void => {
  it('start none of our programs before the schema is up to date', () => {
    for (const name of ['api', 'worker', 'operator', 'console'])
      expect(compose.services[name]?.depends_on?.['migrate'], name).to.deep.equal({
        condition: 'service_completed_successfully',
      });
    expect(compose.services['migrate']?.depends_on?.['postgres']).to.deep.equal({ condition: 'service_healthy' });
  });

  it('give the courier its own database and the API, and nothing of the service', () => {
    const courier = compose.services['courier'] as Service;
    const { databaseUrl, port, host, guard } = courierConfiguration(environmentIn(courier));
    expect(databaseUrl).to.match(/^postgres:\/\/courier:\w{20,}@courier-postgres:5432\/courier$/);
    expect(String(port), 'the port of the image’s health check').to.equal(environmentOf(image)['PORT']);
    expect([guard, host]).to.deep.equal([PUBLIC_ADDRESSES, '0.0.0.0']);
    expect([courier.secrets, courier.networks]).to.deep.equal([['courier_database_url'], ['courier', 'outside']]);
  });
};
