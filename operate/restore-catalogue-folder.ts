import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '#adapters/catalogue/embedded/check/sqlite-damage.ts'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { publishAgain, restoreRemoved } from '#adapters/catalogue/embedded/publication.ts'
import { databaseFile, generationOf } from '#adapters/catalogue/embedded/schema.ts'
import { acquireWriteLock } from '#adapters/catalogue/embedded/write-lock.ts'
import { asideOf, takeFolder } from '#adapters/database/take-folder.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import { headingsFile } from '#adapters/headings/embedded/schema.ts'
import type { Env } from '#app/env.ts'
import { headingsOf, recordsOf, removedOf } from '#platform/backup/server/read-backup.ts'
import type { CatalogueAside } from './restore-catalogue.ts'
import type { RestoreMark } from './restore-mark.ts'

const timeoutMs = 2_000

/** The embedded catalogue: a folder beside it is filled, and replaces it while no one has it open. */
export function catalogueInFolder({ dataDir }: Env, mark: RestoreMark): CatalogueAside {
  const folder = join(dataDir, 'catalogue')
  const aside = asideOf(folder)
  const drop = async () => rmSync(aside, { recursive: true, force: true })
  return {
    fill: async (backup, manifest, tell) => {
      await drop()
      const catalogue = await openEmbeddedCatalogue({ folder: aside, workers: 1, preload: false })
      try {
        const { loaded } = await catalogue.write(recordsOf(backup, manifest))
        tell(`records: ${loaded}`)
        for await (const removed of removedOf(backup, manifest)) {
          const there = new Set(await catalogue.known(removed.map(({ id }) => id)))
          restoreRemoved(
            aside,
            removed.filter(({ id }) => !there.has(id)),
          )
        }
      } finally {
        await catalogue.close()
      }
      const headings = openEmbeddedHeadings(aside)
      try {
        const { loaded } = await headings.write(headingsOf(backup, manifest))
        tell(`headings: ${loaded}`)
      } finally {
        await headings.close()
      }
    },
    drop,
    whileNobodyLoads: async (work) => {
      const letGo = acquireWriteLock(folder, timeoutMs)
      return work(async () => {
        if (existsSync(aside)) makeNewest(folder, aside, mark)
        takeFolder(folder)
      }).finally(letGo)
    },
  }
}

/** Gives the restored state the highest generation, so that data derived from older states is recomputed. */
function makeNewest(folder: string, aside: string, mark: RestoreMark) {
  for (const [file, known] of [
    [databaseFile, mark.records],
    [headingsFile, mark.headings],
  ] as const) {
    // The existing file is replaced, whichever program made it.
    const found = [folder, aside].map((of) => (existsSync(file(of)) ? generationIn(file(of)) : 0))
    const db = new DatabaseSync(file(aside))
    db.exec('pragma synchronous = full')
    db.prepare('update manifest set generation = ?').run(Math.max(known, ...found) + 1)
    if (file === databaseFile) publishAgain(db)
    db.close()
  }
}

/** For an unreadable file, a generation that it can hardly have had. */
function generationIn(file: string): number {
  const db = new DatabaseSync(file)
  try {
    return generationOf(db) ?? 0
  } catch (error) {
    if (isDamage(error)) return Math.floor(Date.now() / 1000)
    throw error
  } finally {
    db.close()
  }
}
