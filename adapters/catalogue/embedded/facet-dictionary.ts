import type { DatabaseSync } from 'node:sqlite'
import type { FacetField } from '#features/catalogue/server/query.ts'
import { facetNames } from './segment.ts'

type Chunk = { id: number; field: FacetField; first: number; values: Uint8Array }

/**
 * The values of each facet by their number, the same in every segment, so that counts of segments simply add up.
 * Numbers are given by the one writer and never change.
 */
export class FacetDictionary {
  readonly values: string[][] = facetNames.map(() => [])
  private readonly numbers: Map<string, number>[] = facetNames.map(() => new Map())
  private newest = 0

  /** Reads the values that have come since, up to what the manifest vouches for. */
  readNew(db: DatabaseSync) {
    const rows = db
      .prepare(
        `select id, field, first, value_list as "values" from facet_chunk
         where id > ? and id < (select next_facet_chunk from manifest) order by id`,
      )
      .iterate(this.newest)
    for (const row of rows as Iterable<Chunk>) {
      const facet = facetNames.indexOf(row.field)
      const values = JSON.parse(Buffer.from(row.values).toString()) as string[]
      values.forEach((value, place) => {
        this.values[facet]![row.first + place] = value
        this.numbers[facet]!.set(value, row.first + place)
      })
      this.newest = row.id
    }
  }

  numberOf(facet: number, value: string): number | undefined {
    return this.numbers[facet]!.get(value)
  }

  /** The value's number; a new one is given if need be. */
  number(facet: number, value: string): number {
    const known = this.numbers[facet]!.get(value)
    if (known !== undefined) return known
    const values = this.values[facet]!
    this.numbers[facet]!.set(value, values.length)
    values.push(value)
    return values.length - 1
  }
}
