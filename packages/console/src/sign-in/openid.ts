import type { ErrorReporter } from '@vehicle-insurance/core';
import type { Configuration } from 'openid-client';
import { ROLES, type SignedIn } from '../access/person.ts';
import type { Provider } from './sign-in.ts';

/** The provider and the console's account there. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that holds the role. */
  readonly roleClaim: string;
  /** Where the provider sends the browser back to. */
  readonly back: string;
  readonly errorReporter: ErrorReporter;
}

/** An OpenID Connect provider: code flow with PKCE, state and nonce, and an id token whose signature is checked. */
export const openIdProvider = ({
  issuer,
  clientId,
  clientSecret,
  roleClaim,
  back,
  errorReporter,
}: OpenIdOptions): Provider => {
  let discovered: Promise<Configuration> | undefined;
  // Discovered when it is first needed, and again after a failure: the console works without the provider.
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover(issuer, clientId, clientSecret).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    begin: async () => {
      const openid = await import('openid-client');
      const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
      const to = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: back,
        scope: 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { to: to.href, kept: [verifier, state, nonce].join(' ') };
    },
    end: async (address, kept) => {
      const openid = await import('openid-client');
      const [pkceCodeVerifier = '', expectedState = '', expectedNonce = ''] = kept.split(' ');
      try {
        const tokens = await openid.authorizationCodeGrant(await configuration(), address, {
          pkceCodeVerifier,
          expectedState,
          expectedNonce,
          idTokenExpected: true,
        });
        return personIn(tokens.claims() ?? {}, roleClaim);
      } catch (error) {
        errorReporter.report({ what: 'the identity provider answered what cannot be believed', cause: error });
        return undefined;
      }
    },
  };
};

const discover = async (issuer: string, clientId: string, clientSecret: string): Promise<Configuration> => {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
  // Staging and production refuse an issuer that is not https.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const found = await discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  enableNonRepudiationChecks(found);
  return found;
};

/** The person the claims identify; undefined without a role. */
const personIn = (claims: Readonly<Record<string, unknown>>, roleClaim: string): SignedIn | undefined => {
  const given = [claims[roleClaim]].flat();
  const role = ROLES.findLast((each) => given.includes(each));
  const verified = claims['email_verified'] === true ? claims['email'] : undefined;
  const name = [verified, claims['preferred_username'], claims['sub']].find(
    (each): each is string => typeof each === 'string' && /^[^\p{Cc}]{1,200}$/u.test(each),
  );
  const { iss: issuer, sub: subject } = claims;
  if (!role || name === undefined || typeof issuer !== 'string' || typeof subject !== 'string') return undefined;
  return { name, role, issuer, subject };
};
