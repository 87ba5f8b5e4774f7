import type { Env } from '#app/env.ts'
import type { BackupFolder } from '#platform/backup/server/backup-folder.ts'
import type { Manifest } from '#platform/backup/server/manifest.ts'
import { catalogueInFolder } from './restore-catalogue-folder.ts'
import type { RestoreMark } from './restore-mark.ts'

/** Records and headings of a backup on their way into the catalogue of these settings. */
export type CatalogueAside = {
  /** Beside what is searched, where nobody sees them. */
  fill(folder: BackupFolder, manifest: Manifest, tell: (line: string) => void): Promise<void>
  /** What was filled by a restore that was given up. */
  drop(): Promise<void>
  /** `take` puts what was filled in the place of all else; broken off, it goes on when it is called again. */
  whileNobodyLoads<T>(work: (take: () => Promise<void>) => Promise<T>): Promise<T>
}

export async function catalogueAside(env: Env, mark: RestoreMark): Promise<CatalogueAside> {
  if (!env.openSearch) return catalogueInFolder(env, mark)
  const { catalogueInCluster } = await import('./restore-catalogue-cluster.ts')
  return catalogueInCluster(env, env.openSearch, mark)
}
