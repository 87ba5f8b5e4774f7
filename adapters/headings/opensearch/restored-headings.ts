import { rmSync } from 'node:fs'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type { LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { linkAll } from '../embedded/links.ts'
import { openHeadingsFile } from '../embedded/schema.ts'
import { openPut } from '../embedded/writer.ts'
import { ask } from './asking.ts'
import { alone, usualDeadAfterMs } from './lease.ts'
import {
  cloneIndex,
  createIndex,
  dropIndex,
  generationOf,
  liveIndex,
  type Names,
  newIndexName,
  settle,
  switchTo,
} from './live-index.ts'
import { checkWritten, writeAll } from './write-rows.ts'

/** Without a generation, so that no load deletes it. */
const indexOf = ({ alias }: Names, id: string) => `${alias}-restored-${id}`

/** `folder`: local, for data that can be rebuilt. */
type To = { client: EngineClient; names: Names; folder: string }

/** Writes a backup's headings into a separate index that is not queried yet. Returns how many. */
export async function fillHeadings(
  { client, names, folder }: To,
  id: string,
  headings: AsyncIterable<LoadedHeading>,
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const db = openHeadingsFile(folder, 0)
  try {
    db.exec('pragma synchronous = off; begin')
    const put = openPut(db)
    for await (const heading of headings) put(heading)
    linkAll(db)
    const index = indexOf(names, id)
    await createIndex(client, index)
    await writeAll(client, db, index)
    await settle(client, index)
    return await checkWritten(client, db, index)
  } finally {
    db.close()
  }
}

/** Deletes the leftovers of aborted restores. */
export async function dropRestoredHeadings(client: EngineClient, names: Names): Promise<void> {
  for (const index of await restoredIndices(client, indexOf(names, '*'))) await dropIndex(client, index)
}

/** Switches all queries to the restored headings; idempotent. `after`: the generation that they follow. */
export async function takeHeadings(client: EngineClient, names: Names, id: string, after: number): Promise<void> {
  const filled = indexOf(names, id)
  if ((await restoredIndices(client, filled)).length === 0) return
  await alone(client, { ...names, deadAfterMs: usualDeadAfterMs }, async (stillAlone) => {
    const live = await liveIndex(client, names)
    const next = newIndexName(names, Math.max(after, generationOf(names, live)) + 1)
    await cloneIndex(client, filled, next)
    await settle(client, next)
    await stillAlone()
    await switchTo(client, names, live, next)
    await dropIndex(client, filled)
    await dropIndex(client, live)
  })
}

async function restoredIndices(client: EngineClient, index: string): Promise<string[]> {
  const query = { ignore_unavailable: true, allow_no_indices: true }
  const path = `/${index}/_settings/index.uuid`
  return Object.keys(await ask<Record<string, object>>(client, { method: 'GET', path, query }))
}
