import 'reflect-metadata';
import { Container, ContainerModule } from 'inversify';

/** A module for a composition: bindings that need `Needed` from earlier modules and add `Added`. */
export interface LoadableModule<in Needed, out Added> {
  readonly bindings: readonly Binding[];
  /** Exists only for the compiler. */
  readonly types?: (needed: Needed) => Added;
}

/** An Inversify module under construction. The compiler knows its bindings. */
export interface Bindings<Needed extends object, Added extends object> extends LoadableModule<Needed, Added> {
  /**
   * Binds the result of `build`, which is called once with the named `dependencies` and may be async. An unbound
   * dependency or a wrong type does not compile. `close` is called when the module closes.
   */
  make<Name extends string, Need extends keyof (Needed & Added) & string, Made>(
    name: Name,
    dependencies: readonly Need[],
    build: (dependencies: Pick<Needed & Added, Need>) => Made | Promise<Made>,
    close?: (made: Made) => unknown,
  ): Bindings<Needed, Added & Readonly<Record<Name, Made>>>;
  /** Binds members of a bound object, each under its own name. */
  parts<Name extends keyof (Needed & Added) & string, Part extends keyof (Needed & Added)[Name] & string>(
    name: Name,
    parts: readonly Part[],
  ): Bindings<Needed, Added & Pick<(Needed & Added)[Name], Part>>;
  /** Binds existing values, each under its own name. */
  values<Values extends object>(values: Values): Bindings<Needed, Added & Values>;
}

/**
 * Wrappers that are applied to bindings when they are built. Telemetry observes bindings with them. Tests and programs
 * replace bindings with them.
 */
export type Decorators<Bound> = { readonly [Name in keyof Bound]?: (built: Bound[Name]) => Bound[Name] };

export type Bound<Module> = Module extends LoadableModule<never, infer Added> ? Added : never;

/** Modules in the order in which they open. They close in reverse order, one after another. */
export interface Wiring<Bound extends object> {
  load<Added extends object>(module: LoadableModule<Bound, Added>): Wiring<Bound & Added>;
  /** Builds all bindings. If one of them fails, closes all that were built before. */
  open(...decorators: readonly Decorators<Bound>[]): Promise<Composition<Bound>>;
}

/** All bindings, built. */
export interface Composition<Bound extends object> {
  readonly bound: Bound;
  close(): Promise<void>;
}

interface Binding {
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly build: (...built: readonly unknown[]) => unknown;
  readonly close?: ((made: unknown) => unknown) | undefined;
}

const moduleOf = <Needed extends object, Added extends object>(
  bindings: readonly Binding[],
): Bindings<Needed, Added> => {
  const and = <More extends object>(...more: readonly Binding[]) =>
    moduleOf<Needed, Added & More>([...bindings, ...more]);
  return {
    bindings,
    make: (name, dependencies, build, close) => {
      const named = (built: readonly unknown[]) =>
        Object.fromEntries(dependencies.map((need, at) => [need, built[at]]));
      const fromDependencies = (...built: readonly unknown[]) => build(named(built) as Parameters<typeof build>[0]);
      return and({ name, dependencies, build: fromDependencies, close: close as Binding['close'] });
    },
    parts: (whole, parts) =>
      and(
        ...parts.map((name) => ({
          name,
          dependencies: [whole],
          build: (built: unknown) => (built as Readonly<Record<string, unknown>>)[name],
        })),
      ),
    values: (values) =>
      and(
        ...Object.entries<unknown>(values as Readonly<Record<string, unknown>>).map(([name, value]) => ({
          name,
          dependencies: [],
          build: () => value,
        })),
      ),
  };
};

/** An empty module that needs `Needed` from earlier modules. */
export const bindings = <Needed extends object = object>(): Bindings<Needed, object> => moduleOf([]);

export const wiring = <Bound extends object = object>(
  modules: readonly LoadableModule<never, object>[] = [],
): Wiring<Bound> => ({
  load: <Added extends object>(added: LoadableModule<Bound, Added>) => wiring<Bound & Added>([...modules, added]),
  open: async (...decorators) => {
    const container = new Container({ defaultScope: 'Singleton' });
    for (const each of decorators)
      for (const [name, decorate] of Object.entries(each as Readonly<Record<string, Decorate | undefined>>))
        if (decorate) container.onActivation(name, (_, built) => decorate(built));

    await using opening = new AsyncDisposableStack();
    const built: Record<string, unknown> = {};
    for (const { bindings } of modules) {
      const { module, closed } = containerModule(bindings);
      container.load(module);
      let failure: unknown;
      opening.defer(async () => {
        const unloaded = await Promise.allSettled([container.unloadAsync(module)]);
        // Inversify stops at the first error, while other bindings are still closing.
        const ended = [...unloaded, ...(await Promise.allSettled(closed))];
        // Inversify also rethrows the error that prevented a binding from being built.
        for (const end of ended) if (end.status === 'rejected' && end.reason !== failure) throw end.reason;
      });
      for (const { name } of bindings)
        built[name] = await container.getAsync(name).catch((error: unknown) => {
          failure = error;
          throw error;
        });
    }
    const opened = opening.move();
    return { bound: built as Bound, close: () => opened.disposeAsync() };
  },
});

type Decorate = (built: unknown) => unknown;

/** The bindings as an Inversify module, and the promises of their `close` calls. */
const containerModule = (bindings: readonly Binding[]) => {
  const closed: Promise<unknown>[] = [];
  const module = new ContainerModule(({ bind }) => {
    for (const { name, dependencies, build, close } of bindings) {
      const bound = bind(name).toResolvedValue(build, [...dependencies]);
      if (close)
        bound.onDeactivation((made) => {
          const closing = Promise.resolve(close(made));
          closed.push(closing);
          return closing.then(() => undefined);
        });
    }
  });
  return { module, closed };
};
