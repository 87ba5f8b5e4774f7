import type { LiveSegment, SearchRun } from './search-run.ts'
import { stretchesFor } from './skips.ts'
import { postingsOf } from './words.ts'

/** Docs in order, and for each the fields in which all the words stand. */
export type DocsWithAll = { docs: Uint32Array; fields: Uint8Array }

/** Docs with all the terms in one field at least; what is cheap to know before any place is read. */
export function docsWithAll(
  run: SearchRun,
  live: LiveSegment,
  terms: number[],
  bits: number,
  among: Uint32Array | undefined,
): DocsWithAll {
  const { frequency } = live.segment
  const [rarest, ...others] = [...new Set(terms)].sort((a, b) => frequency[a]! - frequency[b]!)
  let found = among
    ? docsAmong(run, live, rarest!, { docs: among, fields: new Uint8Array(among.length).fill(bits) })
    : docsOf(postingsOf(run, live, rarest!), frequency[rarest!]!, bits)
  for (const term of others) {
    if (found.docs.length === 0) break
    run.goOn()
    found = docsAmong(run, live, term, found)
  }
  return found
}

function docsOf(postings: Uint8Array, frequency: number, bits: number): DocsWithAll {
  const docs = new Uint32Array(frequency)
  const fields = new Uint8Array(frequency)
  let length = 0
  let doc = 0
  for (let at = 0; at < postings.length; ) {
    let byte = postings[at++]!
    let delta = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++]!
      delta |= (byte & 127) << shift
    }
    doc += delta
    const inFields = postings[at++]! & bits
    if (inFields === 0) continue
    docs[length] = doc
    fields[length++] = inFields
  }
  return { docs: docs.subarray(0, length), fields: fields.subarray(0, length) }
}

/** Those of the wanted docs that have the term in a wanted field. */
function docsAmong(run: SearchRun, live: LiveSegment, term: number, wanted: DocsWithAll): DocsWithAll {
  const { docs: wantedDocs, fields: wantedFields } = wanted
  const docs = new Uint32Array(wantedDocs.length)
  const fields = new Uint8Array(wantedDocs.length)
  let length = 0
  let next = 0
  for (const { base, postings: range } of stretchesFor(live.segment, term, wantedDocs)) {
    const postings = run.read(live.id, 'postings', range[0], range[1])
    let doc = base
    for (let at = 0; at < postings.length; ) {
      let byte = postings[at++]!
      let delta = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!
        delta |= (byte & 127) << shift
      }
      doc += delta
      const inFields = postings[at++]!
      while (next < wantedDocs.length && wantedDocs[next]! < doc) next++
      if (next === wantedDocs.length) return { docs: docs.subarray(0, length), fields: fields.subarray(0, length) }
      if (wantedDocs[next] !== doc) continue
      const common = inFields & wantedFields[next]!
      if (common === 0) continue
      docs[length] = doc
      fields[length++] = common
    }
  }
  return { docs: docs.subarray(0, length), fields: fields.subarray(0, length) }
}
