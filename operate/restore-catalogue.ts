import type { Env } from '#app/env.ts'
import type { BackupFolder } from '#platform/backup/server/backup-folder.ts'
import type { Manifest } from '#platform/backup/server/manifest.ts'
import { catalogueInFolder } from './restore-catalogue-folder.ts'
import type { RestoreMark } from './restore-mark.ts'

/** Restores a backup's records and headings into the catalogue of these settings. */
export type CatalogueAside = {
  /** Fills them beside the searched ones, still invisible. */
  fill(folder: BackupFolder, manifest: Manifest, tell: (line: string) => void): Promise<void>
  /** Deletes what an aborted restore has filled. */
  drop(): Promise<void>
  /** `take` replaces everything else by what was filled; if interrupted, it continues when called again. */
  whileNobodyLoads<T>(work: (take: () => Promise<void>) => Promise<T>): Promise<T>
}

export async function catalogueAside(env: Env, mark: RestoreMark): Promise<CatalogueAside> {
  if (!env.openSearch) return catalogueInFolder(env, mark)
  const { catalogueInCluster } = await import('./restore-catalogue-cluster.ts')
  return catalogueInCluster(env, env.openSearch, mark)
}
