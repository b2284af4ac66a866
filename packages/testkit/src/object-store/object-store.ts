/** An S3 server, with the data to connect to the server. */
export interface ObjectStore {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}
