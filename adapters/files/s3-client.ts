import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { isAway } from '#kit/server/load/away.ts'
import { FilesAway } from '#platform/files/files-port.ts'

/** An S3-compatible store. Without `endpoint` it is Amazon's; without `keys` the machine's own role there is used. */
export type S3Settings = {
  endpoint: string | undefined
  bucket: string
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Every key begins with it; '' or as in `portal/`. */
  prefix: string
}

/** Milliseconds. The second is for the answer's beginning, what we send included; each is tried three times. */
const waits = { connectionTimeout: 5_000, requestTimeout: 60_000 }

export function openS3Client({ endpoint, region, keys }: S3Settings): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(keys ? { credentials: keys } : {}),
    maxAttempts: 3,
    // Each piece is signed with its SHA-256; further checksums are unknown to many stores that are not Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...waits,
      throwOnRequestTimeout: true,
      // A reader who rests is none of the store's faults; see `s3-reading.ts`.
      socketTimeout: 0,
      // Slow readers hold their connection; nobody else waits for it.
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

/** What the store says holds its answer, the answer its connection, and that all that was read: whoever prints it reads far. */
function throwBare(error: unknown): never {
  if (!(error instanceof S3ServiceException)) throw error
  const { name, message, stack, $fault, $metadata } = error
  throw Object.assign(new S3ServiceException({ name, message, $fault, $metadata }), { stack })
}

export const isAbsent = (error: unknown) =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)

export const isPastEnd = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

/** The store is away, or says that it cannot now. */
export function isStoreAway(error: unknown): boolean {
  if (isAway(error)) return true
  const { name, $metadata } = (error ?? {}) as { name?: unknown; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || name === 'TimeoutError'
}

/** What a call says whose store is away is an outcome that callers know. */
export const asFilesAway = (error: unknown): unknown =>
  isStoreAway(error) && !(error instanceof FilesAway) ? new FilesAway(error) : error
