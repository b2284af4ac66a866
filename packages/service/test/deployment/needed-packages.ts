interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Lock = Readonly<Record<string, Locked>>;

/** The folders of a package's direct and indirect dependencies, by the lockfile. */
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

/** The folder in which Node finds a package for one in `folder`: beside it, or further up. */
const foundFrom = (lock: Lock, folder: string, name: string): string | undefined => {
  const parts = folder.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const at = [...parts.slice(0, length), 'node_modules', name].join('/');
    if (at in lock) return at;
  }
  return undefined;
};
