const BEGINNINGS = {
  postgres: [/^postgres(ql)?:\/\//, 'postgres://'],
  scheduler: [/^(postgres(ql)?|mongodb(\+srv)?):\/\//, 'postgres:// or mongodb://'],
} as const;

/** The last `@` ends the password, even if a URL parser would end the password earlier. */
const PARTS =
  /^(?<scheme>[a-z+]+):\/\/(?:(?<login>.*)@)?(?<hosts>[^@/?#]*)(?:\/(?<name>[^@?#]*))?(?:\?(?<settings>[^@?#]*))?$/;

const ESCAPE = 'write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

/**
 * Why a database address is wrong. The text continues a sentence that begins with the variable's name. The text never
 * repeats a part of the address, which may contain a password.
 */
export const findDatabaseAddressProblem = (kind: keyof typeof BEGINNINGS, address: string): string | undefined => {
  const [beginning, schemes] = BEGINNINGS[kind];
  if (!beginning.test(address)) return `must begin with ${schemes}, and name a host.`;
  const { scheme = '', login = '', hosts, name = '', settings = '' } = PARTS.exec(address)?.groups ?? {};
  if (hosts === undefined || /[/?#\s]/.test(login) || !isEscaped(login))
    return `cannot be read. If its user or password contains a special character, escape it: ${ESCAPE}.`;
  if (scheme.startsWith('mongodb') && /@|:.*:/.test(login))
    return 'cannot be read: its user or password contains : or @. Write : as %3A and @ as %40.';
  const isMongo = scheme.startsWith('mongodb');
  const isInSettings = hosts === '' && /(^|&)host=/.test(settings);
  if (hosts === '' && !isInSettings) return 'must name a host, after the user and the password and an @.';
  const all = isInSettings ? [] : hosts.split(',');
  if (all.length > 1 && !isMongo) return 'must name one host: the driver cannot try several.';
  if (all.some((host) => !isPort(/:([^:\]]*)$/.exec(host)?.[1])))
    return 'has a port that is not a number from 1 to 65535.';
  if (
    all.some((host) => !URL.canParse(`${scheme}://${host}`) || !isEscaped(host)) ||
    !(isMongo || URL.canParse(address))
  )
    return 'has a host that cannot be read. Write it like db.internal:5432.';
  if (!isEscaped(name)) return 'contains a name of a database that cannot be read: write % as %25.';
  return name === ''
    ? 'must name the database, after the host and a slash: postgres://user:password@host:5432/database.'
    : undefined;
};

const isPort = (port: string | undefined): boolean =>
  port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535);

const isEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
