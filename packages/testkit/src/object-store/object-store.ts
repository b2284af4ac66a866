/** A server that speaks S3, and what it takes to use it. */
export interface ObjectStore {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}
