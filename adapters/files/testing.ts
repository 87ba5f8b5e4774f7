import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The S3_* settings that the tests were started with; empty where files lie in folders. */
    fileStore: Record<string, string>
  }
}

/** Settings of a new, empty file store in the bucket of S3_BUCKET; none where files lie in the folder of the test. */
export function testFileStore(): Record<string, string> {
  const store = inject('fileStore')
  return store.S3_BUCKET ? { ...store, S3_PREFIX: `${randomUUID()}/` } : {}
}
