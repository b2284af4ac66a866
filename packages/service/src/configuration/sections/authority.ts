import { isNearby, isNotPublic, noHosts } from '../addresses.ts';
import { splitList } from '../split-list.ts';
import { section } from '../section.ts';
import { text, yesOrNo } from '../variable.ts';

/** The paths that existing integrations use. No public page documents them. */
const PATHS = {
  AUTHORITY_REQUEST_PATH: '/edition/1.0/Apiediton',
  AUTHORITY_PROGRESS_PATH: '/Verification-statut-demande-edition/1.0/',
  AUTHORITY_RETRIEVE_PATH: '/recuperationAttestation',
} as const;
const PATH_NAMES = Object.keys(PATHS) as (keyof typeof PATHS)[];

export const AUTHORITY = section({
  title: 'The certificate authority',
  reachedAt: 'AUTHORITY_URL',
  used: (_, { hasAuthority }) => !hasAuthority,
  properties: {
    AUTHORITY_URL: text("Base address of the certificate authority's API.", { address: 'api', needed: true }),
    AUTHORITY_APPLICANT_CODE: text('code_demandeur at the authority.', { needed: true }),
    AUTHORITY_INTERMEDIARY_CODE: text('code_intermediaire for companies that have none of their own.', {
      needed: true,
    }),
    AUTHORITY_COMPANY_CODE: text('code_compagnie of the insurer.', { needed: true }),
    AUTHORITY_ACCESS_CODE: text('code_acces at the authority.', { secret: 'provider', needed: true }),
    AUTHORITY_HOSTS: text(
      "Hosts that may serve certificates, separated by commas. Pictures are fetched only from them, and `certificate attach` accepts no address on another host. Default: the authority's own host.",
      { list: true },
    ),
    AUTHORITY_REQUEST_PATH: text('Path of the request for a certificate.', {
      default: PATHS.AUTHORITY_REQUEST_PATH,
    }),
    AUTHORITY_PROGRESS_PATH: text('Path of the query for the progress of a request.', {
      default: PATHS.AUTHORITY_PROGRESS_PATH,
    }),
    AUTHORITY_RETRIEVE_PATH: text('Path of the retrieval of certificates.', {
      default: PATHS.AUTHORITY_RETRIEVE_PATH,
    }),
    AUTHORITY_ZONE: text('zone_circulation: the zone in which the vehicles are driven. Default: Abidjan.', {
      default: 'CIV002',
    }),
    AUTHORITY_LOOK_UP: yesOrNo(
      'Whether the authority can be queried by policy number. `false`: if the response to a request is lost, an operator must attach the certificate.',
      true,
    ),
  },
  invalid: ({ ENVIRONMENT, AUTHORITY_URL = '', AUTHORITY_HOSTS = '', ...given }) => [
    ...PATH_NAMES.filter((name) => given[name]?.startsWith('/') === false).map(
      (name) => `${name} is not a path. Write the part after AUTHORITY_URL, beginning with a slash.`,
    ),
    ...PATH_NAMES.filter((name) => /[{}]/.test(given[name] ?? '')).map(
      (name) => `${name} contains { or }: placeholders are not replaced. Write the exact path.`,
    ),
    ...PATH_NAMES.filter((name) => AUTHORITY_URL === '' && (given[name] ?? PATHS[name]) !== PATHS[name]).map(
      (name) => `${name} is set, but AUTHORITY_URL is not: set AUTHORITY_URL too, or remove ${name}.`,
    ),
    ...noHosts(splitList(AUTHORITY_HOSTS)).map(
      (host) =>
        `AUTHORITY_HOSTS lists ${host}, which is not a host. Write host or host:port, without https:// or a path.`,
    ),
    ...(ENVIRONMENT === 'sandbox' ? farAway(AUTHORITY_URL, splitList(AUTHORITY_HOSTS)) : []),
  ],
  unsafe: ({ ENVIRONMENT, AUTHORITY_HOSTS = '' }) =>
    ENVIRONMENT !== 'production'
      ? []
      : splitList(AUTHORITY_HOSTS)
          .filter((host) => isNotPublic(URL.parse(`https://${host}`)?.hostname ?? ''))
          .map((host) => `AUTHORITY_HOSTS lists ${host}, which cannot be an authority's host. Remove it.`),
});

/**
 * Problems with a sandbox's addresses if they may belong to a real authority. A real authority would issue real
 * certificates.
 */
const farAway = (address: string, hosts: readonly string[]): readonly string[] => {
  const isFar = (url: string): boolean => !isNearby(URL.parse(url)?.hostname ?? '');
  const simulator =
    'A sandbox accepts certificates only from a simulator: on this machine, on a private network, or at a name without dots.';
  return [
    ...(isFar(address)
      ? [`AUTHORITY_URL may lead to a real authority. ${simulator} Correct it, or set ENVIRONMENT.`]
      : []),
    ...hosts
      .filter((host) => isFar(`https://${host}`))
      .map((host) => `AUTHORITY_HOSTS lists ${host}, which may be a real authority's. ${simulator} Remove it.`),
  ];
};
