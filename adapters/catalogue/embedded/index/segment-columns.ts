import { NumberList } from './byte-writer.ts'
import type { FacetColumn, Segment } from './segment.ts'
import { slotsOf, sortText, tableOf } from './string-table.ts'

/** Of a repeated id only the last doc counts: the load has dropped the others, which get no place. */
export function idTables(ids: string[]): Pick<Segment, 'ids' | 'idDocs' | 'idOrder' | 'idSlots'> {
  const docOf = new Map(ids.map((id, doc) => [id, doc]))
  const sorted = sortText([...docOf.keys()])
  const table = tableOf(sorted)
  const idDocs = Uint32Array.from(sorted, (id) => docOf.get(id)!)
  const idOrder = new Uint32Array(ids.length)
  idDocs.forEach((doc, place) => {
    idOrder[doc] = place
  })
  return { ids: table, idDocs, idOrder, idSlots: slotsOf(table) }
}

export function sortColumn<T extends string, O extends string>(table: T, order: O, keys: string[]) {
  const distinct = sortText([...new Set(keys)].filter((key) => key !== ''))
  const places = new Map(distinct.map((key, place) => [key, place + 1]))
  return { [table]: tableOf(distinct), [order]: Uint32Array.from(keys, (key) => places.get(key) ?? 0) } as Record<
    T,
    Segment['titles']
  > &
    Record<O, Uint32Array<ArrayBuffer>>
}

export function identifierTables(byKey: Map<string, number[]>) {
  const keys = sortText([...byKey.keys()])
  const starts = new Uint32Array(keys.length + 1)
  const docs = new NumberList(keys.length + 1)
  keys.forEach((key, place) => {
    for (const doc of byKey.get(key)!) docs.push(doc)
    starts[place + 1] = docs.length
  })
  const identifiers = tableOf(keys)
  return {
    identifiers,
    identifierSlots: slotsOf(identifiers),
    identifierStarts: starts,
    identifierDocs: docs.view(),
  }
}

/** `starts` has one entry per doc. */
export function facetColumn(starts: Uint32Array, values: Uint32Array): FacetColumn {
  const endOf = (doc: number) => starts[doc + 1] ?? values.length
  let most = 0
  for (let doc = 0; doc < starts.length; doc++) most = Math.max(most, endOf(doc) - starts[doc]!)
  if (most > 1) {
    const whole = new Uint32Array(starts.length + 1)
    whole.set(starts)
    whole[starts.length] = values.length
    return { starts: whole, values }
  }
  const single = new Uint32Array(starts.length)
  for (let doc = 0; doc < starts.length; doc++) if (endOf(doc) > starts[doc]!) single[doc] = values[starts[doc]!]! + 1
  return { starts: new Uint32Array(0), values: single }
}
