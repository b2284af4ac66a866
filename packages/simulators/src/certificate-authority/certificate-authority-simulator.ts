import { join } from 'node:path';
import Router from '@koa/router';
import { application, queryParameter, type Complaint } from '../kernel/app.ts';
import { describeAt } from '../kernel/home.ts';
import { listen } from '../kernel/listen.ts';
import { openRequestLog } from '../kernel/request-log.ts';
import type { Simulator, SimulatorOptions } from '../kernel/simulator.ts';
import { addApiRoutes } from './api-routes.ts';
import { STATUT } from './codes.ts';
import type { AuthorityCredentials } from './credentials.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { openPolicies } from './policies.ts';
import { openRequests } from './requests.ts';
import { sandboxView } from './sandbox-view.ts';

/** What the certificate authority's simulator needs to know. */
export interface CertificateAuthorityOptions extends SimulatorOptions {
  readonly credentials: AuthorityCredentials;
  /** Whether a vehicle covered by another policy on some same day is refused (-35). True if absent. */
  readonly refuseCoveredVehicles?: boolean;
}

/**
 * A stateful certificate authority: requests, look-ups, certificates as PDF, picture and QR code, and the public page
 * that verifies them, with policyholders whose numbers decide what happens. Resolves once it answers; rejects with the
 * system's error if the port is taken.
 */
export const certificateAuthoritySimulator = async (options: CertificateAuthorityOptions): Promise<Simulator> => {
  const { dataDir, now, credentials, refuseCoveredVehicles = true, log = () => {} } = options;
  const listening = await listen(options.host, options.port);
  const url = options.publicUrl ?? listening.url;

  const requestLog = openRequestLog(join(dataDir, 'received.jsonl'), now);
  const policies = openPolicies(join(dataDir, 'policies.jsonl'), now);
  const requests = openRequests(join(dataDir, 'requests.jsonl'), now);

  const router = new Router();
  describeAt(router, {
    name: 'Simulateur de l’autorité de certification',
    about: 'Émet des attestations d’assurance automobile qui sont des spécimens sans valeur.',
    links: ['/sandbox/certificates'],
  });
  addApiRoutes(router, { requests, policies, credentials, refuseCoveredVehicles, now, url });
  addDocumentRoutes(router, { requests, now, url });
  router.get('/sandbox/certificates', (ctx) => {
    const numero = queryParameter(ctx, 'numero_police');
    const found = numero === undefined ? requests.all() : [requests.byPolicy(numero) ?? []].flat();
    const views = found.flatMap((request) => sandboxView(request, url, (policy) => requestLog.about(policy)));
    ctx.body = numero === undefined ? views : views.filter((view) => view['numero_police'] === numero);
  });
  /** Every request about a policy, also where none was accepted. */
  router.get('/sandbox/requests', (ctx) => {
    ctx.body = requestLog.about(queryParameter(ctx, 'numero_police') ?? '');
  });

  const complaint: Complaint = (status, message) => ({
    statut: status < 500 ? STATUT.unreadable : STATUT.system,
    message,
  });
  listening.serve(application({ router, remember: requestLog.middleware, complaint, log }));
  return {
    url,
    /** Everything here happens when it is asked for: no work waits for a moment. */
    nextDue: () => undefined,
    catchUp: async () => {},
    close: async () => {
      await listening.close();
      requests.close();
      policies.close();
      requestLog.close();
    },
  };
};
