import { section } from '../section.ts';
import { text, whole, yesOrNo } from '../variable.ts';

export const CONSOLE = section({
  title: "The operators' console",
  properties: {
    CONSOLE_PORT: whole(
      'Port of the console; 0 chooses a free one. A sandbox also chooses a free port if this port is in use.',
      0,
      65_535,
      3010,
    ),
    CONSOLE_URL: text(
      'Address at which operators reach the console. Forms from any other address are refused. Default: `http://HOST:CONSOLE_PORT`, only in the sandbox.',
      { address: 'site' },
    ),
    CONSOLE_LINK_MINUTES: whole('Minutes for which a sign-in link is valid. It can be used once.', 1, 1_440, 10),
    CONSOLE_IDLE_MINUTES: whole('Minutes without a request after which a session ends.', 1, 1_440, 30),
    CONSOLE_SESSION_HOURS: whole('Hours after which every session ends.', 1, 168, 12),
    CONSOLE_SECOND_PERSON: yesOrNo(
      'Whether actions that move money or end a contract must be confirmed by a second operator.',
      false,
    ),
    CONSOLE_CONFIRM_MINUTES: whole('Minutes within which the second operator must confirm.', 1, 10_080, 60),
    CONSOLE_OIDC_ISSUER: text(
      'Issuer of the OpenID Connect provider with which operators sign in. Default: they sign in only with links.',
      {
        address: 'api',
      },
    ),
    CONSOLE_OIDC_CLIENT_ID: text('The console’s client id at the issuer.'),
    CONSOLE_OIDC_CLIENT_SECRET: text('The console’s secret at the issuer.', { secret: 'provider' }),
    CONSOLE_OIDC_ROLE_CLAIM: text(
      'The claim of the id token that contains the role (`look` or `act`) or a list that includes it.',
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
