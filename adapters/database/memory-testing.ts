import { readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import type { OpenDatabase, QueryWatch } from './database.ts'
import { parsers, wrapPglite } from './embedded.ts'
import type { ReopeningPglite } from './reopening.ts'

/** Relative to the database's folder. Folders, which have no content, come before what is in them. */
type Entry = { path: string; content?: Uint8Array }

const folder = PGlite.paths.PGDATA
// PGlite clears its buffers at every start, and by default they are 128 MiB.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** In memory, for tests; `imagePath` names an image of another one. */
export async function openMemoryDatabase(
  imagePath?: string,
  watch?: QueryWatch,
): Promise<OpenDatabase & { pglite: PGlite }> {
  const pglite = await PGlite.create({
    ...{ parsers, startParams },
    ...(imagePath ? { fs: new FilledMemory(entriesOf(imagePath)) } : { initDbStartParams: ['--wal-segsize=1'] }),
  })
  return { ...wrapPglite(pglite, watch), pglite }
}

/** One test's use of a database: closing it leaves the database open for the next test. */
export function lend(pglite: PGlite): ReopeningPglite {
  let closed = false
  const listeners = new Set<() => Promise<void>>()
  const whileOpen = () => {
    if (closed) throw new Error('The database is closed.')
    return pglite
  }
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed
    },
    query: async (...given: Parameters<PGlite['query']>) => whileOpen().query(...given),
    exec: async (text, options) => whileOpen().exec(text, options),
    transaction: async (work) => whileOpen().transaction(work),
    runExclusive: async (work) => whileOpen().runExclusive(work),
    listen: async (channel, heard) => {
      const end = await whileOpen().listen(channel, heard)
      listeners.add(end)
      return async () => {
        if (listeners.delete(end)) await end()
      }
    },
    close: async () => {
      closed = true
      for (const end of listeners) await end()
      listeners.clear()
    },
  } as ReopeningPglite
}

/** Opens in a quarter of the time that PGlite's own archive of the folder takes. */
export async function writeImage(pglite: PGlite, imagePath: string): Promise<void> {
  // Otherwise every copy would replay the log.
  await pglite.exec('checkpoint')
  writeFileSync(imagePath, serialize([...entriesBelow(pglite, '')]))
}

/** Half of the files, which no copy needs: what PostgreSQL would make new databases from. */
export async function dropTemplates(pglite: PGlite): Promise<void> {
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
}

function* entriesBelow(pglite: PGlite, path: string): Generator<Entry> {
  const { FS } = pglite.Module
  for (const name of FS.readdir(`${folder}${path}`).filter((name: string) => name !== '.' && name !== '..')) {
    const inside = `${path}/${name}`
    if (FS.isDir(FS.stat(`${folder}${inside}`).mode)) {
      yield { path: inside }
      yield* entriesBelow(pglite, inside)
    } else yield { path: inside, content: FS.readFile(`${folder}${inside}`) }
  }
}

const images = new Map<string, Entry[]>()

export function entriesOf(imagePath: string): Entry[] {
  const entries = images.get(imagePath) ?? (deserialize(readFileSync(imagePath)) as Entry[])
  images.set(imagePath, entries)
  return entries
}

class FilledMemory extends MemoryFS {
  readonly #entries: Entry[]

  constructor(entries: Entry[]) {
    super()
    this.#entries = entries
  }

  override async initialSyncFs() {
    const { FS } = this.pg!.Module
    FS.mkdirTree(folder)
    // It may write to a file's bytes where they are.
    for (const { path, content } of this.#entries)
      if (content) FS.writeFile(`${folder}${path}`, content.slice(), { canOwn: true })
      else FS.mkdir(`${folder}${path}`)
  }
}
