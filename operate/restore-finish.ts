import type { App } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { takeFiles } from '#platform/backup/server/restore-files.ts'
import { type CatalogueAside, catalogueAside } from './restore-catalogue.ts'
import { hasMark, type RestoreMark, takeMark } from './restore-mark.ts'

type Restored = Pick<App, 'db' | 'files'>

/**
 * Once restored rows are in their place, the catalogue and the files that go with them follow: before anybody opens them,
 * and where a restore was broken off at this point, at the next start.
 */
export async function finishRestore(env: Env, { db, files }: Restored): Promise<void> {
  if (!(await hasMark(db))) return
  await takeMark(db, async (mark) => {
    const catalogue = await catalogueAside(env, mark)
    await catalogue.whileNobodyLoads((take) => takeRest(files, mark, take))
  })
}

/** For whoever has seen to it that nobody loads. */
export const finishHeld = (
  { db, files }: Restored,
  take: Parameters<Parameters<CatalogueAside['whileNobodyLoads']>[0]>[0],
): Promise<void> => takeMark(db, (mark) => takeRest(files, mark, take))

async function takeRest(files: App['files'], { id }: RestoreMark, take: () => Promise<void>) {
  await take()
  await takeFiles(files, id)
}
