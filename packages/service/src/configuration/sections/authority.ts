import { isNearby, isNotPublic, noHosts } from '../addresses.ts';
import { listed } from '../listed.ts';
import { section } from '../section.ts';
import { text } from '../variable.ts';

/** The authority that issues certificates. */
export const AUTHORITY = section({
  title: 'The certificate authority',
  reachedAt: 'AUTHORITY_URL',
  properties: {
    AUTHORITY_URL: text("Base address of the certificate authority's API.", { address: 'api', needed: true }),
    AUTHORITY_APPLICANT_CODE: text('code_demandeur at the authority.', { needed: true }),
    AUTHORITY_INTERMEDIARY_CODE: text('code_intermediaire for companies that have none of their own.', {
      needed: true,
    }),
    AUTHORITY_COMPANY_CODE: text('code_compagnie of the insurer.', { needed: true }),
    AUTHORITY_ACCESS_CODE: text('code_acces at the authority.', { secret: 'provider', needed: true }),
    AUTHORITY_HOSTS: text(
      "Hosts certificates are on, separated by commas: pictures are fetched from there alone, and `certificate attach` takes no other address. Default: the authority's own.",
      { list: true },
    ),
  },
  invalid: ({ ENVIRONMENT, AUTHORITY_URL = '', AUTHORITY_HOSTS = '' }) => [
    ...noHosts(listed(AUTHORITY_HOSTS)).map(
      (host) => `AUTHORITY_HOSTS lists ${host}, which is no host. Write host or host:port, without https:// or a path.`,
    ),
    ...(ENVIRONMENT === 'sandbox' ? farAway(AUTHORITY_URL, listed(AUTHORITY_HOSTS)) : []),
  ],
  unsafe: ({ ENVIRONMENT, AUTHORITY_HOSTS = '' }) =>
    ENVIRONMENT !== 'production'
      ? []
      : listed(AUTHORITY_HOSTS)
          .filter((host) => isNotPublic(URL.parse(`https://${host}`)?.hostname ?? ''))
          .map((host) => `AUTHORITY_HOSTS lists ${host}, where no authority keeps certificates. Remove it.`),
});

/** The addresses of a sandbox that may be a real authority's, which would issue real certificates. */
const farAway = (address: string, hosts: readonly string[]): readonly string[] => {
  const isFar = (url: string): boolean => !isNearby(URL.parse(url)?.hostname ?? '');
  const simulator =
    'A sandbox takes certificates from a simulator alone: on this machine, on a private network, or at a name without dots.';
  return [
    ...(isFar(address)
      ? [`AUTHORITY_URL may lead to a real authority. ${simulator} Correct it, or set ENVIRONMENT.`]
      : []),
    ...hosts
      .filter((host) => isFar(`https://${host}`))
      .map((host) => `AUTHORITY_HOSTS lists ${host}, which may be a real authority's. ${simulator} Remove it.`),
  ];
};
