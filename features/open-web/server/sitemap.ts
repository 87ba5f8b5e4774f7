import { Readable } from 'node:stream'
import type { App } from '#app/app.ts'
import { oncePerState, recordAddress } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort, ListedChange } from '#features/catalogue/server/catalogue-port.ts'
import { line } from '#marc/marcxml/xml-text.ts'

type Needs = { catalogue: Pick<CataloguePort, 'changes' | 'stats'>; env: Pick<App['env'], 'publicUrl'> }

/** One file: the changes after a cursor. `lastChangeAt`: Unix time in seconds. */
type Part = { after: string | undefined; lastChangeAt: number }

/** Limit of a file (sitemaps.org). */
const maxAddresses = 50_000
/** Limit of an index (sitemaps.org). */
const maxFiles = 50_000
const perRead = 5_000

/**
 * The sitemap: an index, and files of at most 50,000 addresses. Files are stretches of the catalogue's list of changes, of
 * which only the first cursors are held. A record that changes moves to the end of that list, so files only shrink, and a
 * new state of the catalogue is divided from the last file on.
 */
export function openSitemap({ catalogue, env }: Needs, perFile = maxAddresses) {
  let known: Part[] = []
  const parts = oncePerState(catalogue, async () => {
    const { records } = await catalogue.stats()
    // Most of what the files listed has changed since: begin again, with full ones.
    const isSparse = (known.length - 1) * perFile > 2 * records
    known = await continued(catalogue, isSparse ? [] : known, perFile)
    return known
  })

  return {
    async index(): Promise<string> {
      const entries = (await parts()).map(
        ({ lastChangeAt }, at) =>
          `<sitemap>\n${line('loc', `${env.publicUrl}/sitemaps/${at + 1}.xml`)}${line('lastmod', dateOf(lastChangeAt))}</sitemap>\n`,
      )
      return `${declaration}<sitemapindex xmlns="${namespace}">\n${entries.join('')}</sitemapindex>\n`
    },
    /** Undefined: there is no such file. `number`: from 1 on. */
    async file(number: number): Promise<Readable | undefined> {
      const all = await parts()
      const part = all[number - 1]
      if (!part) return undefined
      // Records at its end may have moved: it ends where the next file's first change is now.
      const next = all[number]
      const [end] = next ? await catalogue.changes({ limit: 1, after: next.after! }) : []
      return Readable.from(fileXml(catalogue, env.publicUrl, { after: part.after, before: end?.cursor, perFile }))
    },
  }
}

export const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Seconds in UTC: `2026-11-21T09:30:00Z`. */
export const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** All files but the last are kept; the last one is divided again, as it may have been short. */
async function continued(catalogue: Needs['catalogue'], known: Part[], perFile: number): Promise<Part[]> {
  const parts = known.slice(0, -1)
  let after = known.at(-1)?.after
  const ends = await catalogue.changes({ limit: maxFiles, every: perFile, ...(after === undefined ? {} : { after }) })
  for (const { cursor, changedAt } of ends) {
    parts.push({ after, lastChangeAt: changedAt })
    after = cursor
  }
  return parts
}

async function* changesAfter(
  catalogue: Needs['catalogue'],
  first: string | undefined,
): AsyncGenerator<ListedChange, void> {
  for (let after = first; ; ) {
    const page = await catalogue.changes({ limit: perRead, ...(after === undefined ? {} : { after }) })
    yield* page
    if (page.length < perRead) return
    after = page.at(-1)!.cursor
  }
}

type Stretch = { after: string | undefined; before: string | undefined; perFile: number }

async function* fileXml(catalogue: Needs['catalogue'], publicUrl: string, { after, before, perFile }: Stretch) {
  yield `${declaration}<urlset xmlns="${namespace}">\n`
  let count = 0
  let text = ''
  for await (const { id, removed, changedAt, cursor } of changesAfter(catalogue, after)) {
    if (cursor === before) break
    if (removed) continue
    text += `<url>\n${line('loc', recordAddress(id, publicUrl))}${line('lastmod', dateOf(changedAt))}</url>\n`
    count++
    if (count % 1_000 === 0) {
      yield text
      text = ''
    }
    if (count === perFile) break
  }
  // A file must list something, even if all its records have changed since.
  if (count === 0) text = `<url>\n${line('loc', `${publicUrl}/discover`)}</url>\n`
  yield `${text}</urlset>\n`
}
