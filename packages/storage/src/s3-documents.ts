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
  StoreUnavailable,
  type DocumentMissing,
  type Documents,
  type Result,
  type StorageUnavailable,
  type StoredDocument,
} from '@vehicle-insurance/core';
import { checkedName, isDocumentKey } from './document-key.ts';
import { s3Client, USUAL_TIMEOUTS } from './s3-client.ts';
import { called, encryptionOf, headersOf, objectKeyOf, typeOfObject } from './s3-object.ts';
import type { S3Store } from './s3-store.ts';
import { bucketTroubleOf, isNoSuchObject, keepingTroubleOf, plainCause, type BucketTrouble } from './s3-trouble.ts';
import { within } from './within.ts';

/** How long a link opens its file (docs/api.md 3.5). */
const LINK_SECONDS = 3_600;

/** Documents in a bucket. */
export interface S3Documents extends Documents {
  /** Whether the bucket is there and keeps what it is given, as it is asked to. Leaves nothing behind. */
  check(): Promise<Result<void, BucketTrouble>>;
  /** Ends the connections. */
  close(): Promise<void>;
}

/**
 * Keeps documents in a bucket of a store that speaks S3. Such a store keeps an object whole or not at all. Its links
 * are opened by the store itself, which goes by real time, wherever the service's own clock is.
 */
export const s3Documents = (store: S3Store): S3Documents => {
  const { bucket, endpoint, publicEndpoint, timeouts = USUAL_TIMEOUTS } = store;
  const client = s3Client(store, endpoint);
  // Signs only. A link is signed for the host it is opened at, which may not be the one the service knows.
  const publicClient = publicEndpoint === undefined ? client : s3Client(store, publicEndpoint);
  const attempt = guard(store);
  const at = (key: string) => ({ Bucket: bucket, Key: objectKeyOf(store, key) });
  const put = async (document: StoredDocument, abortSignal: AbortSignal): Promise<void> => {
    const object = { ...at(document.key), ...headersOf(document), ...encryptionOf(store.encryption) };
    await client.send(new PutObjectCommand({ ...object, Body: document.bytes }), { abortSignal });
  };
  const remove = async (key: string, abortSignal: AbortSignal): Promise<void> => {
    await client.send(new DeleteObjectCommand(at(key)), { abortSignal });
  };

  return {
    async put(document) {
      if (!isDocumentKey(document.key))
        throw new RangeError('a document key has letters, digits, dashes, dots and slashes');
      return attempt('document not kept', (signal) => put(document, signal));
    },
    async read(key) {
      if (!isDocumentKey(key)) return missing;
      const found = await attempt('document not read', (signal) => objectIfThere(client, at(key), signal));
      if (found.isErr()) return found;
      const type = typeOfObject(found.value?.contentType);
      return found.value && type ? Ok({ key, type, bytes: found.value.bytes }) : missing;
    },
    async remove(key) {
      if (!isDocumentKey(key)) return Ok(undefined);
      return attempt('document not removed', (signal) => remove(key, signal));
    },
    async link(key, name) {
      const file = checkedName(name);
      const named = file === undefined ? {} : { ResponseContentDisposition: called(file) };
      try {
        return await within(timeouts.all, () =>
          getSignedUrl(publicClient, new GetObjectCommand({ ...at(key), ...named }), { expiresIn: LINK_SECONDS }),
        );
      } catch (cause) {
        // Nobody is asked for a signature, but the SDK may have to ask for the keys it signs with.
        throw new StoreUnavailable('links into the bucket cannot be signed', { cause: plainCause(cause) });
      }
    },
    async check() {
      try {
        await within(timeouts.all, (abortSignal) =>
          client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
        );
      } catch (cause) {
        return Err(bucketTroubleOf(cause, store.region));
      }
      try {
        await within(timeouts.all, (signal) => put(PROBE, signal));
        await within(timeouts.all, (signal) => remove(PROBE.key, signal));
        return Ok(undefined);
      } catch (cause) {
        return Err(keepingTroubleOf(cause));
      }
    },
    async close() {
      client.destroy();
      publicClient.destroy();
    },
  };
};

/** A document of nobody's, kept for a moment: who may see a bucket may not write into it, and a key may encrypt nothing. */
const PROBE: StoredDocument = { key: 'probe', type: 'application/pdf', bytes: Buffer.from('%PDF-') };

const missing = Err<DocumentMissing>({ code: 'document_missing' });

const objectIfThere = async (
  client: S3Client,
  where: { readonly Bucket: string; readonly Key: string },
  abortSignal: AbortSignal,
): Promise<{ readonly contentType: string | undefined; readonly bytes: Uint8Array } | undefined> => {
  try {
    const { Body, ContentType } = await client.send(new GetObjectCommand(where), { abortSignal });
    // Outside of a browser a body is always one of Node's streams.
    const bytes = await buffer(addAbortSignal(abortSignal, Body as Readable));
    return { contentType: ContentType, bytes: new Uint8Array(bytes) };
  } catch (cause) {
    if (isNoSuchObject(cause)) return undefined;
    throw cause;
  }
};

/** What the store refuses or keeps silent about, told to an operator and answered as the port says. */
const guard =
  ({ incidents, timeouts = USUAL_TIMEOUTS }: S3Store) =>
  async <Value>(
    what: string,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Result<Value, StorageUnavailable>> => {
    try {
      return Ok(await within(timeouts.all, work));
    } catch (cause) {
      incidents?.report({ what, cause: plainCause(cause) });
      return Err({ code: 'storage_unavailable' });
    }
  };
