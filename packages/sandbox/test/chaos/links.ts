import { tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';

/** Where each part of the service finds the others, all on ways that can fail. */
export type Links<Name extends string> = Readonly<Record<Name, TcpProxy>> & AsyncDisposable;

/** Opens a way to each address. */
export const openLinks = async <Name extends string>(
  addresses: Readonly<Record<Name, string>>,
): Promise<Links<Name>> => {
  const opened = await Promise.all(
    Object.entries<string>(addresses).map(async ([name, address]) => [name, await tcpProxy(address)] as const),
  );
  const ways = Object.fromEntries(opened) as Record<Name, TcpProxy>;
  return {
    ...ways,
    [Symbol.asyncDispose]: async () => void (await Promise.all(opened.map(([, way]) => way.cut()))),
  };
};
