import type { App } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { takeFiles } from '#platform/backup/server/restore-files.ts'
import { type CatalogueAside, catalogueAside } from './restore-catalogue.ts'
import { hasMark, type RestoreMark, takeMark } from './restore-mark.ts'

type Restored = Pick<App, 'db' | 'files'>

/**
 * Once restored rows are in place, the catalogue and the files follow: before anyone opens them, and after an
 * interruption here, at the next start.
 */
export async function finishRestore(env: Env, { db, files }: Restored): Promise<void> {
  if (!(await hasMark(db))) return
  await takeMark(db, async (mark) => {
    const catalogue = await catalogueAside(env, mark)
    await catalogue.whileNobodyLoads((take) => takeRest(files, mark, take))
  })
}

/** The caller must prevent loads. */
export const finishHeld = (
  { db, files }: Restored,
  take: Parameters<Parameters<CatalogueAside['whileNobodyLoads']>[0]>[0],
): Promise<void> => takeMark(db, (mark) => takeRest(files, mark, take))

async function takeRest(files: App['files'], { id }: RestoreMark, take: () => Promise<void>) {
  await take()
  await takeFiles(files, id)
}
