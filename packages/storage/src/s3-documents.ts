import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  Err,
  Ok,
  requireKeys,
  StoreUnavailable,
  type Documents,
  type Result,
  type StoredDocument,
} from '@vehicle-insurance/core';
import { checkedDocuments, checkedName, type DocumentPlace } from './checked-documents.ts';
import { s3Client, USUAL_TIMEOUTS } from './s3-client.ts';
import { dispositionOf, encryptionOf, headersOf, objectKeyOf, typeOfObject, type FoundObject } from './s3-object.ts';
import type { S3Store } from './s3-store.ts';
import { bucketProblemOf, isNoSuchObject, writeProblemOf, plainCause, type BucketProblem } from './bucket-problem.ts';
import { LINK_SECONDS } from './signed-link.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** Documents in a bucket. */
export interface S3Documents extends Documents {
  /** Checks that the bucket exists and accepts documents as configured. Removes its test object afterwards. */
  check(): Promise<Result<void, BucketProblem>>;
  close(): Promise<void>;
}

/**
 * Stores documents in a bucket of a server that speaks S3. The server writes an object completely or not at all. Links
 * lead to the server itself and expire in real time, whatever the service's clock shows. Throws if the access key
 * contains an invalid character.
 */
export const s3Documents = (store: S3Store): S3Documents => {
  const { bucket, endpoint, publicEndpoint, timeouts = USUAL_TIMEOUTS } = store;
  const { credentials } = store;
  if (typeof credentials === 'object')
    requireKeys({ accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey });
  const client = s3Client(store, endpoint);
  // This client only signs. Callers may use another host than the service, and a link is signed for its host.
  const publicClient = publicEndpoint === undefined ? client : s3Client(store, publicEndpoint);
  const renewCredentials = renewalOf(publicClient);
  const at = (key: string) => ({ Bucket: bucket, Key: objectKeyOf(store, key) });
  const send = <Answer>(work: (abortSignal: AbortSignal) => Promise<Answer>) => withTimeLimit(timeouts.all, work);
  const place: DocumentPlace = {
    put: async (document) => {
      const object = { ...at(document.key), ...headersOf(document), ...encryptionOf(store.encryption) };
      await send((abortSignal) =>
        client.send(new PutObjectCommand({ ...object, Body: document.bytes }), { abortSignal }),
      );
    },
    read: async (key) => {
      const object = await send((abortSignal) => objectIfThere(client, at(key), abortSignal));
      const type = object && typeOfObject(object);
      return object && type && { key, type, bytes: object.bytes };
    },
    remove: async (key) => {
      await send((abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal }));
    },
  };

  return {
    ...checkedDocuments(place, store.errorReporter, plainCause),
    async link(key, name) {
      const file = checkedName(name);
      const named = file === undefined ? {} : { ResponseContentDisposition: dispositionOf(file) };
      try {
        return await send(async () => {
          await renewCredentials();
          return getSignedUrl(publicClient, new GetObjectCommand({ ...at(key), ...named }), {
            expiresIn: LINK_SECONDS,
          });
        });
      } catch (cause) {
        // Signing needs no request, but the SDK may have to fetch the credentials first.
        throw new StoreUnavailable('links into the bucket cannot be signed', { cause: plainCause(cause) });
      }
    },
    async check() {
      try {
        await send((abortSignal) => client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }));
      } catch (cause) {
        return Err(bucketProblemOf(cause, store.region));
      }
      try {
        await place.put(PROBE);
        await place.remove(PROBE.key);
        return Ok(undefined);
      } catch (cause) {
        return Err(writeProblemOf(cause));
      }
    },
    async close() {
      client.destroy();
      publicClient.destroy();
    },
  };
};

/**
 * The minimum number of milliseconds between two renewals. The credentials of some roles never last as long as a link.
 */
const RENEWED_EVERY = 60_000;

/**
 * Renews credentials that would expire before a link. A link expires with the credentials that signed it, such as those
 * of a machine's role. The SDK renews credentials only in their last minutes.
 */
const renewalOf = ({ config }: S3Client): (() => Promise<void>) => {
  let renewed = -Infinity;
  return async () => {
    const { expiration } = await config.credentials();
    const lasts = expiration === undefined || expiration.getTime() >= Date.now() + LINK_SECONDS * 1000;
    if (lasts || performance.now() < renewed + RENEWED_EVERY) return;
    renewed = performance.now();
    // The current credentials still sign. A link that expires early is better than none.
    await config.credentials({ forceRefresh: true }).catch(() => undefined);
  };
};

/**
 * An object that is stored briefly to check the bucket. Permission to see the bucket does not include writing, and the
 * bucket's encryption key may be unusable.
 */
const PROBE: StoredDocument = { key: 'probe', type: 'application/pdf', bytes: Buffer.from('%PDF-') };

const objectIfThere = async (
  client: S3Client,
  where: { readonly Bucket: string; readonly Key: string },
  abortSignal: AbortSignal,
): Promise<FoundObject | undefined> => {
  try {
    const { Body, ContentType } = await client.send(new GetObjectCommand(where), { abortSignal });
    // Outside a browser, a body is always a Node.js stream.
    const bytes = await buffer(addAbortSignal(abortSignal, Body as Readable));
    return { contentType: ContentType, bytes: new Uint8Array(bytes) };
  } catch (cause) {
    if (isNoSuchObject(cause)) return undefined;
    throw cause;
  }
};
