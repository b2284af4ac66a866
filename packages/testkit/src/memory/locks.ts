/** Locks by name, granted in the order of requests. */
export interface Locks {
  /** Resolves when `owner` holds the lock. Resolves at once if `owner` already holds the lock. */
  hold(owner: object, name: string): Promise<void>;
  isHeld(name: string): boolean;
  free(owner: object): void;
}

interface Line {
  owner: object;
  readonly waiting: { readonly owner: object; readonly proceed: () => void }[];
}

export const memoryLocks = (): Locks => {
  const lines = new Map<string, Line>();
  const passOn = (name: string, line: Line): void => {
    const next = line.waiting.shift();
    if (!next) return void lines.delete(name);
    line.owner = next.owner;
    next.proceed();
  };
  return {
    hold: (owner, name) => {
      const line = lines.get(name);
      if (!line) lines.set(name, { owner, waiting: [] });
      if (!line || line.owner === owner) return Promise.resolve();
      return new Promise((proceed) => line.waiting.push({ owner, proceed }));
    },
    isHeld: (name) => lines.has(name),
    free: (owner) => {
      for (const [name, line] of lines) if (line.owner === owner) passOn(name, line);
    },
  };
};
