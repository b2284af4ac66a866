import { pathParameter, queryParameter } from '../shared/application.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../shared/simulator.ts';
import { addApiRoutes } from './api-routes.ts';
import { STATUT } from './codes.ts';
import type { AuthorityCredentials } from './credentials.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { openPolicies } from './policies.ts';
import { openRequests } from './requests.ts';
import { sandboxView } from './sandbox-view.ts';

/** Options of the certificate authority's simulator. */
export interface CertificateAuthorityOptions extends SimulatorOptions {
  readonly credentials: AuthorityCredentials;
  /** Whether to refuse (-35) a vehicle that another policy covers on one of the days. Default: true. */
  readonly refuseCoveredVehicles?: boolean;
}

/**
 * Starts a stateful certificate authority: requests, look-ups, certificates as PDF, picture and QR code, and the public
 * verification page. The policyholder's phone number selects the behaviour. Resolves when the simulator accepts
 * requests. If the port is in use, rejects with the system's error.
 */
export const certificateAuthoritySimulator = (options: CertificateAuthorityOptions): Promise<Simulator> => {
  const { credentials, refuseCoveredVehicles = true } = options;
  return startSimulator(options, ABOUT, ({ url, router, requests: received, now, fileOf }) => {
    const policies = openPolicies(fileOf('policies'), now);
    const requests = openRequests(fileOf('requests'), now);
    addApiRoutes(router, { requests, policies, credentials, refuseCoveredVehicles, now, url });
    addDocumentRoutes(router, { requests, now, url });
    router.get('/sandbox/certificates', (ctx) => {
      const numero = queryParameter(ctx, 'numero_police');
      const found = numero === undefined ? requests.all() : [requests.byPolicy(numero) ?? []].flat();
      const views = found.flatMap((request) => sandboxView(request, url, (policy) => received.about(policy)));
      ctx.body = numero === undefined ? views : views.filter((view) => view['numero_police'] === numero);
    });
    /** The authority's API has no call that annuls a certificate; insurers phone instead. */
    router.post('/sandbox/certificates/:numero/annul', (ctx) => {
      const annulled = requests.annul(pathParameter(ctx, 'numero'));
      if (annulled) ctx.body = { numero_attestation: annulled.numero, annulled: annulled.annulledAt };
      else ctx.status = 404;
    });
    /** Every request about a policy, accepted or not. */
    router.get('/sandbox/requests', (ctx) => {
      ctx.body = received.about(queryParameter(ctx, 'numero_police') ?? '');
    });
    return {
      ...NO_OWN_WORK,
      complaint: (status, message) => ({ statut: status < 500 ? STATUT.unreadable : STATUT.system, message }),
      close: () => {
        requests.close();
        policies.close();
      },
    };
  });
};

const ABOUT = {
  name: 'Simulateur de l’organisme émetteur',
  about: 'Émet des attestations d’assurance automobile qui sont des spécimens sans valeur.',
  links: ['/sandbox/certificates'],
  requestsFile: 'received',
};

/** All work happens during requests, so there is no background work. */
const NO_OWN_WORK = { nextDue: () => undefined, catchUp: async () => {}, stopWork: () => {} };
