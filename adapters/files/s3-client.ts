import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { isAway } from '#kit/server/load/away.ts'
import { FilesAway } from '#platform/files/files-port.ts'

/** An S3-compatible store. Without `endpoint`: Amazon's; without `keys`: the machine's IAM role. */
export type S3Settings = {
  endpoint: string | undefined
  bucket: string
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Prefix of every key; '' or e.g. `portal/`. */
  prefix: string
}

/** Milliseconds. The second covers sending and the start of the answer; each is tried three times. */
const waits = { connectionTimeout: 5_000, requestTimeout: 60_000 }

export function openS3Client({ endpoint, region, keys }: S3Settings): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(keys ? { credentials: keys } : {}),
    maxAttempts: 3,
    // Each part is signed with its SHA-256; many stores other than Amazon's do not support further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...waits,
      throwOnRequestTimeout: true,
      // A slow reader is not the store's fault; see `s3-reading.ts`.
      socketTimeout: 0,
      // Slow readers hold their connections, so no one may have to wait for one.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  })
  client.middlewareStack.add((next) => async (args) => next(args).catch(throwBare), {
    step: 'initialize',
    priority: 'high',
  })
  return client
}

/** The SDK's error references the response, its connection and all data read, which would fill a log. */
function throwBare(error: unknown): never {
  if (!(error instanceof S3ServiceException)) throw error
  const { name, message, stack, $fault, $metadata } = error
  throw Object.assign(new S3ServiceException({ name, message, $fault, $metadata }), { stack })
}

export const isAbsent = (error: unknown) =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)

export const isPastEnd = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

/** The store is unreachable or reports that it is temporarily unable. */
export function isStoreAway(error: unknown): boolean {
  if (isAway(error)) return true
  const { name, $metadata } = (error ?? {}) as { name?: unknown; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || name === 'TimeoutError'
}

/** Turns errors of an unreachable store into the one that callers handle. */
export const asFilesAway = (error: unknown): unknown =>
  isStoreAway(error) && !(error instanceof FilesAway) ? new FilesAway(error) : error
