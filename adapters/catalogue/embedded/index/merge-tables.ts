import { ByteWriter, NumberList } from './byte-writer.ts'
import { compareEntries, type StringTable, sizeOf } from './string-table.ts'

/**
 * Walks sorted tables side by side: `visit` is called for each distinct string with its place in every table (-1 where
 * it is absent) and says whether the string belongs into the merged table.
 */
export function mergeTables(tables: StringTable[], visit: (places: Int32Array) => boolean): StringTable {
  const bytes = new ByteWriter(tables.reduce((sum, table) => sum + table.bytes.length, 16))
  const starts = new NumberList(tables.reduce((most, table) => Math.max(most, sizeOf(table)), 16))
  starts.push(0)
  const at = tables.map(() => 0)
  const places = new Int32Array(tables.length)
  const open = tables.map((_, index) => index).filter((index) => sizeOf(tables[index]!) > 0)
  while (open.length > 0) {
    places.fill(-1)
    let least = open[0]!
    places[least] = at[least]!
    for (let i = 1; i < open.length; i++) {
      const index = open[i]!
      const order = compareEntries(tables[index]!, at[index]!, tables[least]!, at[least]!)
      if (order > 0) continue
      if (order < 0) places.fill(-1)
      if (order < 0) least = index
      places[index] = at[index]!
    }
    if (visit(places)) {
      const { bytes: source, starts: from } = tables[least]!
      bytes.append(source.subarray(from[at[least]!], from[at[least]! + 1]))
      starts.push(bytes.length)
    }
    for (let i = open.length - 1; i >= 0; i--) {
      const index = open[i]!
      if (places[index]! >= 0 && ++at[index]! === sizeOf(tables[index]!)) open.splice(i, 1)
    }
  }
  return { bytes: Buffer.from(bytes.view()), starts: starts.view().slice() }
}
