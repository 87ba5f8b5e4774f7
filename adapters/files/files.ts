import { join } from 'node:path'
import type { FilesPort } from '#platform/files/files-port.ts'
import { openFolderFiles } from './folder-files.ts'
import type { S3Settings } from './s3-client.ts'

/**
 * The bucket if one is configured, otherwise DATA_DIR. `alone`: no other process uses that folder. An unreachable
 * bucket does not stop the start; `onError` receives the error.
 */
export async function openFiles(
  { s3, dataDir }: { s3: S3Settings | undefined; dataDir: string },
  { alone = false, onError = () => {} }: { alone?: boolean; onError?: (error: unknown) => void } = {},
): Promise<FilesPort> {
  if (!s3) return openFolderFiles(join(dataDir, 'files'), { alone })
  // The S3 client is large, and few need it.
  const [{ openS3Files }, { checkStore }] = await Promise.all([import('./s3-files.ts'), import('./s3-start.ts')])
  await checkStore(s3, onError)
  return openS3Files(s3)
}
