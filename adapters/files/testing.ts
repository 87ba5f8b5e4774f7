import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The S3_* settings of the test run; empty if files are in folders. */
    fileStore: Record<string, string>
  }
}

/** Settings of a new, empty file store in the bucket S3_BUCKET; none if files are in the test's folder. */
export function testFileStore(): Record<string, string> {
  const store = inject('fileStore')
  return store.S3_BUCKET ? { ...store, S3_PREFIX: `${randomUUID()}/` } : {}
}
