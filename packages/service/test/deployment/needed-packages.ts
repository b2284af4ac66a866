interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Lock = Readonly<Record<string, Locked>>;

/** The folders of everything a package needs to run, by the lockfile: what it depends on, and what that depends on. */
export const neededPackages = (lock: Lock, start: string): ReadonlySet<string> => {
  const needed = new Set<string>();
  const need = (folder: string): void => {
    const { link, resolved, ...found } = lock[folder] ?? {};
    if (needed.has(folder)) return;
    needed.add(folder);
    if (link && resolved !== undefined) return need(resolved);
    const names = { ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies };
    for (const name of Object.keys(names)) {
      const at = foundFrom(lock, folder, name);
      if (at !== undefined) need(at);
    }
  };
  need(start);
  return needed;
};

/** Where Node finds a package that one in `folder` asks for: beside it, or further up. */
const foundFrom = (lock: Lock, folder: string, name: string): string | undefined => {
  const parts = folder.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const at = [...parts.slice(0, length), 'node_modules', name].join('/');
    if (at in lock) return at;
  }
  return undefined;
};
