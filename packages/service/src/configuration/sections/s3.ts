import { isNotPublic } from '../addresses.ts';
import { section } from '../section.ts';
import { inTheClearLine, isInTheClear } from '../transport.ts';
import { oneOf, text, yesOrNo } from '../variable.ts';

export const S3 = section({
  title: 'S3',
  properties: {
    S3_BUCKET: text('Bucket for documents. It must exist and must not be public: signed links open its files.', {
      needed: true,
    }),
    S3_REGION: text("The bucket's region. Servers without regions accept any.", { default: 'us-east-1' }),
    S3_ENDPOINT: text("Address of an S3-compatible server. Default: Amazon's own for the region.", {
      address: 'bucket',
    }),
    S3_TLS: oneOf(
      'Whether staging and production require https:// for S3_ENDPOINT on another machine. Use `off` only on a private network.',
      ['required', 'off'],
    ),
    S3_PUBLIC_ENDPOINT: text(
      'Address at which callers reach the same server: document links lead there. Default: S3_ENDPOINT.',
      {
        address: 'storage',
      },
    ),
    S3_PATH_STYLE: yesOrNo('Whether the bucket is part of the path, as most servers other than Amazon require.', false),
    S3_ACCESS_KEY_ID: text(
      "Key of a user who may list the bucket and read, write and delete in it. Default: the credentials that Amazon's SDK finds, such as the machine's role.",
      { secret: 'provider' },
    ),
    S3_SECRET_ACCESS_KEY: text('The secret that belongs to S3_ACCESS_KEY_ID.', { secret: 'provider' }),
    S3_ENCRYPTION: oneOf('Requested encryption of each document. With none, the settings of the bucket decide.', [
      'none',
      'AES256',
      'aws:kms',
    ]),
    S3_KMS_KEY: text("Key of the server's key management, for aws:kms. Default: the server's default key for S3."),
    S3_PREFIX: text('Folder of the bucket for all documents. Default: none.'),
  },
  used: ({ STORAGE }) => STORAGE === 's3',
  invalid: ({ ENVIRONMENT, STORAGE, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENCRYPTION, S3_KMS_KEY }) => [
    // In a sandbox, only the bucket is required. In staging and production, `needed` already requires the bucket.
    ...(ENVIRONMENT === 'sandbox' && STORAGE === 's3' && S3_BUCKET === undefined
      ? ['S3_BUCKET is missing: STORAGE is s3, and the sandbox has no bucket. Set S3_BUCKET, or remove STORAGE.']
      : []),
    ...(STORAGE === 'filesystem' && S3_BUCKET !== undefined
      ? [
          'S3_BUCKET is set, but STORAGE is not s3: documents would be stored in DATA_DIR. Set STORAGE=s3, or remove S3_BUCKET.',
        ]
      : []),
    ...((S3_ACCESS_KEY_ID === undefined) === (S3_SECRET_ACCESS_KEY === undefined)
      ? []
      : ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.']),
    ...(S3_KMS_KEY === undefined || S3_ENCRYPTION === 'aws:kms'
      ? []
      : ['S3_KMS_KEY requires S3_ENCRYPTION=aws:kms: set that, or remove the key.']),
  ],
  // The service may reach its bucket over a private network. Callers who open links cannot use that network.
  unsafe: ({ ENVIRONMENT, STORAGE, S3_ENDPOINT = '', S3_PUBLIC_ENDPOINT, S3_TLS }) => {
    const isClear = S3_TLS !== 'off' && isInTheClear(S3_ENDPOINT);
    const clear = isClear ? [inTheClearLine('S3_ENDPOINT', 'write it with https://', 'S3_TLS')] : [];
    if (ENVIRONMENT !== 'production' || STORAGE !== 's3') return clear;
    if (S3_PUBLIC_ENDPOINT === undefined)
      return isUnreachable(S3_ENDPOINT) || (!isClear && S3_ENDPOINT.startsWith('http:'))
        ? [
            ...clear,
            'S3_PUBLIC_ENDPOINT is missing: links of documents must lead callers to an https:// address that they can reach.',
          ]
        : clear;
    return isUnreachable(S3_PUBLIC_ENDPOINT)
      ? [...clear, 'S3_PUBLIC_ENDPOINT must be an address that callers can reach: links of documents lead there.']
      : clear;
  },
});

/** Whether the address can be reached only from this machine or its network. An empty address means Amazon's own. */
const isUnreachable = (address: string): boolean => address !== '' && isNotPublic(URL.parse(address)?.hostname ?? '');
