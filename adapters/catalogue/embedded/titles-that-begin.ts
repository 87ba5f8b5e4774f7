import { isDeleted, type LiveSegment } from './snapshot.ts'
import { compareText, prefixRange, textAt } from './string-table.ts'

type Found = { live: LiveSegment; doc: number; key: string }

/**
 * Records whose sort title begins like this, one for each title, the shortest titles first. Read off the sorted titles:
 * it costs the same however many there are.
 */
export function titlesThatBegin(segments: LiveSegment[], beginning: string, most: number): Found[] {
  const found = new Map<string, Found>()
  for (const live of segments) {
    const { titles, titleOrder, count } = live.segment
    const places = shortest(titles.starts, prefixRange(titles, beginning), most)
    if (places.length === 0) continue
    /** For each of these titles its number + 1 among them, until a record of it is met. */
    const wanted = new Uint8Array(titles.starts.length)
    places.forEach((place, i) => {
      wanted[place] = i + 1
    })
    for (let doc = 0, left = places.length; doc < count && left > 0; doc++) {
      const place = titleOrder[doc]! - 1
      if (place < 0 || wanted[place] === 0 || (live.deleted && isDeleted(live.deleted, doc))) continue
      wanted[place] = 0
      left--
      const key = textAt(titles, place)
      if (!found.has(key)) found.set(key, { live, doc, key })
    }
  }
  return [...found.values()].sort((a, b) => a.key.length - b.key.length || compareText(a.key, b.key)).slice(0, most)
}

function shortest(starts: Uint32Array, [from, to]: [number, number], most: number): number[] {
  const length = (place: number) => starts[place + 1]! - starts[place]!
  const kept: number[] = []
  for (let place = from; place < to; place++) {
    if (kept.length === most && length(place) >= length(kept[most - 1]!)) continue
    let at = kept.length
    while (at > 0 && length(kept[at - 1]!) > length(place)) at--
    kept.splice(at, 0, place)
    if (kept.length > most) kept.pop()
  }
  return kept
}
