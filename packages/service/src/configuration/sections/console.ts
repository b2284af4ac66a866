import { section } from '../section.ts';
import { text, whole, yesOrNo } from '../variable.ts';

/** The operators' pages: where they are, who gets in, and what needs two people. */
export const CONSOLE = section({
  title: "The operators' console",
  properties: {
    CONSOLE_PORT: whole(
      'Port of the console; 0 takes a free one, as a sandbox does when this one is taken.',
      0,
      65_535,
      3010,
    ),
    CONSOLE_URL: text(
      'Address at which operators reach the console. Forms from any other are refused. Default: `http://HOST:CONSOLE_PORT`, in the sandbox alone.',
      { address: 'site' },
    ),
    CONSOLE_LINK_MINUTES: whole('Minutes for which a link to the console lets its owner in, once.', 1, 1_440, 10),
    CONSOLE_IDLE_MINUTES: whole('Minutes without a request after which a session ends.', 1, 1_440, 30),
    CONSOLE_SESSION_HOURS: whole('Hours after which a session ends in any case.', 1, 168, 12),
    CONSOLE_SECOND_PERSON: yesOrNo(
      'Whether what moves money or ends a contract is proposed by one operator and confirmed by another.',
      false,
    ),
    CONSOLE_CONFIRM_MINUTES: whole('Minutes within which the second operator confirms.', 1, 10_080, 60),
    CONSOLE_OIDC_ISSUER: text(
      'Issuer of an OpenID Connect provider that operators sign in with. Default: links alone.',
      {
        address: 'api',
      },
    ),
    CONSOLE_OIDC_CLIENT_ID: text('The console’s client id there.'),
    CONSOLE_OIDC_CLIENT_SECRET: text('The console’s secret there.', { secret: 'provider' }),
    CONSOLE_OIDC_ROLE_CLAIM: text(
      'The claim of the id token that holds the role, `look` or `act`, or a list with it.',
      {
        default: 'role',
      },
    ),
  },
  invalid: ({ CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET }) =>
    CONSOLE_OIDC_ISSUER !== undefined &&
    (CONSOLE_OIDC_CLIENT_ID === undefined || CONSOLE_OIDC_CLIENT_SECRET === undefined)
      ? ['CONSOLE_OIDC_ISSUER is set: set CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET too.']
      : [],
});
