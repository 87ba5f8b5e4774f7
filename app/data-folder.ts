import { makeFolder } from '#kit/server/make-folder.ts'
import { badSetting } from './env.ts'

/** Makes DATA_DIR where it is absent; refuses with one line what cannot be a folder of ours. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw badSetting(
      'DATA_DIR',
      dataDir,
      `is no folder that can be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}
