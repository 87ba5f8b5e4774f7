import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { dayMs } from '#kit/day.ts'
import { mapOf } from '#kit/map-of.ts'
import { isStoreAway, openS3Client, type S3Settings } from './s3-client.ts'
import { StoreRefuses } from './store-refuses.ts'

const abandonedAfterMs = dayMs

/**
 * Checks access to the bucket, and cleans it up. Throws `StoreRefuses` if access is denied; an unreachable store may
 * still come up.
 */
export async function checkStore(settings: S3Settings, onError: (error: unknown) => void): Promise<void> {
  const client = openS3Client(settings)
  const { bucket: Bucket, prefix: Prefix } = settings
  try {
    await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))
  } catch (error) {
    if (!isStoreAway(error)) throw refusal(error, settings)
    onError(error)
  }
  void sweepParts(client, settings, abandonedAfterMs).catch(onError)
}

const settingOf = mapOf<'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_REGION'>({
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION',
})

function refusal(error: unknown, { bucket, region, keys }: S3Settings): StoreRefuses {
  const { name, message } = error as Error
  const values = {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: '…',
    S3_REGION: region,
  }
  const setting = settingOf.get(name) ?? 'S3_BUCKET'
  const says = error instanceof S3ServiceException ? `the store refuses us (${name}: ${message})` : message
  return new StoreRefuses(`${setting}=${values[setting]}: ${says}`, { cause: error })
}

/** Parts of uploads whose sender was killed: invisible but billed. */
export async function sweepParts(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: S3Settings,
  olderThanMs: number,
): Promise<void> {
  const before = Date.now() - olderThanMs
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (from) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated.getTime() < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
}
