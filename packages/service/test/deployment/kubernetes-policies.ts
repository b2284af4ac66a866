import { expect } from 'chai';
import { ofKind } from './kubernetes-files.ts';

export const COMPONENT = 'app.kubernetes.io/component';

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}
/** One end of a connection. */
interface End {
  readonly namespaceSelector?: Selector;
  readonly podSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] };
}
interface Rule {
  readonly from?: readonly End[];
  readonly to?: readonly End[];
  readonly ports: readonly { readonly protocol?: string; readonly port: number | string }[];
}
export interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

const selected = ({ matchLabels, matchExpressions }: Selector): readonly string[] => {
  for (const { key, operator } of matchExpressions ?? []) expect([key, operator]).to.deep.equal([COMPONENT, 'In']);
  return matchExpressions?.flatMap(({ values }) => values) ?? Object.values(matchLabels ?? {});
};

/** What the policies allow to a pod, in lines such as `api http`. */
export const allowed = (direction: 'egress' | 'ingress', name: string): readonly string[] =>
  ofKind('NetworkPolicy')
    .map(({ spec }) => spec as unknown as Policy)
    .filter(({ podSelector }) => selected(podSelector).includes(name))
    .flatMap((policy) => policy[direction] ?? [])
    .flatMap(({ from, to, ports }) => {
      const ends: readonly End[] = from ?? to ?? [{}];
      return ends.flatMap(({ podSelector, namespaceSelector, ipBlock }) => {
        const places = ipBlock ? [ipBlock.cidr] : selected(podSelector ?? namespaceSelector ?? {});
        return (places.length === 0 ? ['anything'] : places).flatMap((place) =>
          ports.map(({ port }) => `${place} ${port}`),
        );
      });
    })
    .sort();
