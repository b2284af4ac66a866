import { shownName, type ErrorReporter } from '@vehicle-insurance/core';
import type { Configuration } from 'openid-client';
import { ROLES, type SignedIn } from '../access/person.ts';
import type { Provider } from './provider.ts';
import { isRefusal } from './refusal.ts';

/** The identity provider, and the console's credentials there. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly roleClaim: string;
  /** The URL to which the provider redirects the browser after the sign-in. */
  readonly back: string;
  readonly errorReporter: ErrorReporter;
}

/**
 * An OpenID Connect provider. The adapter uses the code flow with PKCE, state and nonce, and checks the signature of
 * the id token.
 */
export const openIdProvider = ({
  issuer,
  clientId,
  clientSecret,
  roleClaim,
  back,
  errorReporter,
}: OpenIdOptions): Provider => {
  let discovered: Promise<Configuration> | undefined;
  // The provider's configuration is fetched on first use, and again after a failure. So the console can start while the
  // provider is unavailable.
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
        const person = personIn(tokens.claims() ?? {}, roleClaim);
        return person && { person, grant: grantOf(tokens) };
      } catch (error) {
        errorReporter.report({ what: 'the response of the identity provider is not valid', cause: error });
        return undefined;
      }
    },
    check: async (grant, { issuer: expectedIssuer, subject }) => {
      const openid = await import('openid-client');
      const { refreshToken, accessToken } = JSON.parse(grant) as Grant;
      let next: string | undefined;
      let known: Configuration | undefined;
      try {
        known = await configuration();
        const tokens = refreshToken === undefined ? undefined : await openid.refreshTokenGrant(known, refreshToken);
        next = tokens && grantOf({ refresh_token: refreshToken, ...tokens });
        const idToken = tokens?.claims();
        const access = tokens?.access_token ?? accessToken;
        const isAsked = !(idToken && roleClaim in idToken) && access !== undefined;
        const userInfo =
          isAsked && known.serverMetadata().userinfo_endpoint !== undefined
            ? await openid.fetchUserInfo(known, access, subject)
            : undefined;
        if (!idToken && !userInfo) return { found: 'sign_in_again', grant: next };
        const person = personIn({ iss: expectedIssuer, ...idToken, ...userInfo }, roleClaim);
        const isSame = person?.subject === subject && person.issuer === expectedIssuer;
        return { found: isSame ? { role: person.role } : 'no_role', grant: next };
      } catch (error) {
        // The provider refused the tokens, for example because they are too old. Only a new sign-in shows whether the
        // person still has a role.
        if (known && (await isRefusal(error, known.serverMetadata()))) return { found: 'sign_in_again', grant: next };
        errorReporter.report({ what: 'the identity provider could not confirm a role', cause: error });
        return { found: 'unknown', grant: next };
      }
    },
  };
};

/** The provider's tokens for role checks. */
interface Grant {
  readonly refreshToken?: string | undefined;
  readonly accessToken?: string | undefined;
}

const grantOf = (tokens: { readonly refresh_token?: string | undefined; readonly access_token: string }): string =>
  JSON.stringify({ refreshToken: tokens.refresh_token, accessToken: tokens.access_token } satisfies Grant);

/** In seconds, for one request to the provider. */
const TIMEOUT = 5;

const discover = async (issuer: string, clientId: string, clientSecret: string): Promise<Configuration> => {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
  // In staging and production, the configuration check refuses an issuer without https.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const found = await discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT });
  enableNonRepudiationChecks(found);
  return found;
};

const LONGEST_NAME = 200;

/**
 * The person in the token's claims; undefined if the claims contain no role of the console, or do not identify the
 * person.
 */
const personIn = (claims: Readonly<Record<string, unknown>>, roleClaim: string): SignedIn | undefined => {
  const given = [claims[roleClaim]].flat();
  const role = ROLES.findLast((each) => given.includes(each));
  const verified = claims['email_verified'] === true ? claims['email'] : undefined;
  const name = [verified, claims['preferred_username'], claims['sub']]
    .flatMap((each) => (typeof each === 'string' ? [shownName(each)] : []))
    .find(({ length }) => length > 0 && length <= LONGEST_NAME);
  const { iss: issuer, sub: subject } = claims;
  if (!role || name === undefined || typeof issuer !== 'string' || typeof subject !== 'string') return undefined;
  return { name, role, issuer, subject };
};
