import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type FacetField, facetNames } from '#features/catalogue/facets.ts'
import { IndexUnusable } from '../check/index-unusable.ts'
import type { Manifest } from '../schema.ts'

type Chunk = { id: number; field: FacetField; first: number; values: Uint8Array; sum: number }

/**
 * The values of each facet by number, the same in every segment, so that segment counts simply add up. Only the writer
 * assigns numbers, and they change only in a full rebuild.
 */
export class FacetDictionary {
  readonly values: string[][] = facetNames.map(() => [])
  private readonly numbers: Map<string, number>[] = facetNames.map(() => new Map())
  private readonly stored: number[] = facetNames.map(() => 0)
  private newest = 0

  /** Reads the values added since, up to what the manifest vouches for. */
  readNew(db: DatabaseSync) {
    const rows = db
      .prepare(
        `select id, field, first, value_list as "values", sum from facet_chunk
         where id > ? and id < (select next_facet_chunk from manifest) order by id`,
      )
      .iterate(this.newest)
    for (const row of rows as Iterable<Chunk>) {
      const facet = facetNames.indexOf(row.field)
      if (!(row.values instanceof Uint8Array) || crc32(row.values) !== row.sum)
        throw new IndexUnusable(`The facet “${row.field}” has other values than were written`)
      if (facet === -1) throw new IndexUnusable(`There is no facet “${row.field}”`)
      // A full rebuild has renumbered the values.
      if (row.first === 0) this.forget(facet)
      if (row.first !== this.values[facet]!.length)
        throw new IndexUnusable(`Values of the facet “${row.field}” are lost`)
      const values = JSON.parse(Buffer.from(row.values).toString()) as string[]
      values.forEach((value, place) => {
        this.values[facet]![row.first + place] = value
        this.numbers[facet]!.set(value, row.first + place)
      })
      this.stored[facet] = this.values[facet]!.length
      this.newest = row.id
    }
  }

  private forget(facet: number) {
    this.values[facet]!.length = 0
    this.numbers[facet]!.clear()
  }

  numberOf(facet: number, value: string): number | undefined {
    return this.numbers[facet]!.get(value)
  }

  /** The value's number; assigns a new one if needed. */
  number(facet: number, value: string): number {
    const known = this.numbers[facet]!.get(value)
    if (known !== undefined) return known
    const values = this.values[facet]!
    this.numbers[facet]!.set(value, values.length)
    values.push(value)
    return values.length - 1
  }

  /** Stores the values added since the last read or store. */
  storeNew(db: DatabaseSync, manifest: Manifest) {
    const insert = db.prepare('insert into facet_chunk (id, field, first, value_list, sum) values (?, ?, ?, ?, ?)')
    this.values.forEach((values, facet) => {
      const first = this.stored[facet]!
      if (values.length === first) return
      const bytes = Buffer.from(JSON.stringify(values.slice(first)))
      insert.run(manifest.nextFacetChunk++, facetNames[facet]!, first, bytes, crc32(bytes))
      this.stored[facet] = values.length
    })
  }
}
