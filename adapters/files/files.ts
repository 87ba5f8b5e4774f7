import { join } from 'node:path'
import type { FilesPort } from '#platform/files/files-port.ts'
import { openFolderFiles } from './folder-files.ts'
import type { S3Settings } from './s3-client.ts'

/**
 * The bucket where one is set, else DATA_DIR. `alone`: no other process has that folder. A bucket that is away does not
 * stop us, it may come; `onError` hears of it.
 */
export async function openFiles(
  { s3, dataDir }: { s3: S3Settings | undefined; dataDir: string },
  { alone = false, onError = () => {} }: { alone?: boolean; onError?: (error: unknown) => void } = {},
): Promise<FilesPort> {
  if (!s3) return openFolderFiles(join(dataDir, 'files'), { alone })
  // Its client is large, and few need it.
  const [{ openS3Files }, { lookAtStore }] = await Promise.all([import('./s3-files.ts'), import('./s3-start.ts')])
  await lookAtStore(s3, onError)
  return openS3Files(s3)
}
