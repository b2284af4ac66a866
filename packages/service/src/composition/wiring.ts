import 'reflect-metadata';
import { Container } from 'inversify';

/**
 * An Inversify container whose bindings the compiler knows. Each binding names what it is built from; a name that was
 * not bound before, or is of the wrong type, does not compile. Everything is built once, when it is first asked for.
 */
export interface Wiring<Bound extends object> {
  /** Binds things that exist already, each under its own name. */
  values<Values extends object>(values: Values): Wiring<Bound & Values>;
  /** Binds what `build` makes of the things named in `needs`. */
  make<Name extends string, Need extends keyof Bound & string, Made>(
    name: Name,
    needs: readonly Need[],
    build: (needs: Pick<Bound, Need>) => Made,
  ): Wiring<Bound & Readonly<Record<Name, Made>>>;
  get<Name extends keyof Bound & string>(name: Name): Bound[Name];
}

export const wiring = (): Wiring<object> => bindingsOf(new Container({ defaultScope: 'Singleton' }));

const bindingsOf = <Bound extends object>(container: Container): Wiring<Bound> => ({
  values: (values) => {
    for (const [name, value] of Object.entries(values)) container.bind(name).toConstantValue(value);
    return bindingsOf(container);
  },
  make: (name, needs, build) => {
    const fromNeeds = (...built: unknown[]) =>
      build(Object.fromEntries(needs.map((need, at) => [need, built[at]])) as Parameters<typeof build>[0]);
    container.bind(name).toResolvedValue(fromNeeds, [...needs]);
    return bindingsOf(container);
  },
  get: (name) => container.get(name),
});
