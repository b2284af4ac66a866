// The library has no types. These types cover only our use.
declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  interface StoredObject {
    content: Readable;
  }
  interface Context {
    app: object;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
    status: number;
    body: unknown;
  }
  type Middleware = (ctx: Context, next: () => Promise<unknown>) => Promise<unknown>;

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; address: string; port: number });
    readonly middleware: Middleware[];
    readonly store: { putObject: (object: StoredObject) => Promise<unknown> };
    readonly httpServer: Server;
    on(event: 'error', listener: () => void): this;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
