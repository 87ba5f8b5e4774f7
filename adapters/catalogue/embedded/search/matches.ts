/** Docs of one segment in ascending order; with scores if the ranking matters. */
export type Matches = { docs: Uint32Array; scores: Float32Array | undefined }

export const noMatches: Matches = { docs: new Uint32Array(0), scores: undefined }

const cut = (docs: Uint32Array, scores: Float32Array | undefined, length: number): Matches => ({
  docs: docs.subarray(0, length),
  scores: scores?.subarray(0, length),
})

/** In both; scores add up. */
export function intersect(a: Matches, b: Matches): Matches {
  const [few, many] = a.docs.length <= b.docs.length ? [a, b] : [b, a]
  const length = few.docs.length
  const docs = new Uint32Array(length)
  const scores = few.scores || many.scores ? new Float32Array(length) : undefined
  let found = 0
  let at = 0
  for (let i = 0; i < length; i++) {
    const doc = few.docs[i]!
    // Of two long lists the next place is usually the right one.
    if (many.docs[at] !== doc) at = gallop(many.docs, doc, at)
    if (at === many.docs.length) break
    if (many.docs[at] !== doc) continue
    docs[found] = doc
    if (scores) scores[found] = (few.scores ? few.scores[i]! : 0) + (many.scores ? many.scores[at]! : 0)
    found++
    at++
  }
  return cut(docs, scores, found)
}

/** The first place from `start` on whose doc is not below `doc`. */
function gallop(docs: Uint32Array, doc: number, start: number): number {
  if (start >= docs.length || docs[start]! >= doc) return start
  let step = 1
  let low = start
  while (low + step < docs.length && docs[low + step]! < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(docs.length, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (docs[middle]! < doc) low = middle
    else high = middle
  }
  return high
}

/** In the first and not in the second. */
export function subtract(from: Matches, away: Uint32Array): Matches {
  const docs = new Uint32Array(from.docs.length)
  const scores = from.scores ? new Float32Array(docs.length) : undefined
  let found = 0
  let at = 0
  for (let i = 0; i < from.docs.length; i++) {
    const doc = from.docs[i]!
    at = gallop(away, doc, at)
    if (at < away.length && away[at] === doc) continue
    docs[found] = doc
    if (scores) scores[found] = from.scores![i]!
    found++
  }
  return cut(docs, scores, found)
}

export function keepOnly(from: Matches, keep: (doc: number) => boolean): Matches {
  const docs = new Uint32Array(from.docs.length)
  const scores = from.scores ? new Float32Array(docs.length) : undefined
  let found = 0
  for (let i = 0; i < from.docs.length; i++) {
    const doc = from.docs[i]!
    if (!keep(doc)) continue
    docs[found] = doc
    if (scores) scores[found] = from.scores![i]!
    found++
  }
  return cut(docs, scores, found)
}

export function everyDoc(count: number, score: number | undefined): Matches {
  const docs = new Uint32Array(count)
  for (let doc = 0; doc < count; doc++) docs[doc] = doc
  return { docs, scores: score === undefined ? undefined : new Float32Array(count).fill(score) }
}

/** Docs in any order, possibly repeated, all with one score. */
export function fromUnsorted(found: number[], score: number | undefined): Matches {
  const docs = Uint32Array.from(new Set(found)).sort()
  return { docs, scores: score === undefined ? undefined : new Float32Array(docs.length).fill(score) }
}

/** In at least `atLeast` of the lists; scores add up. */
export function unite(lists: Matches[], atLeast: number, count: number, scored: boolean): Matches {
  if (lists.length === 1 && atLeast === 1) return lists[0]!
  if (lists.length === 2 && atLeast === 1) return mergeTwo(lists[0]!, lists[1]!, scored, (a, b) => a + b)
  const times = new Uint8Array(count)
  const sums = scored ? new Float32Array(count) : undefined
  for (const list of lists) {
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i]!
      times[doc]!++
      if (sums && list.scores) sums[doc]! += list.scores[i]!
    }
  }
  let found = 0
  for (let doc = 0; doc < count; doc++) if (times[doc]! >= atLeast) found++
  const docs = new Uint32Array(found)
  const scores = sums ? new Float32Array(found) : undefined
  for (let doc = 0, at = 0; doc < count; doc++) {
    if (times[doc]! < atLeast) continue
    docs[at] = doc
    if (scores) scores[at] = sums![doc]!
    at++
  }
  return { docs, scores }
}

/** In either; the scores of docs in both are joined. */
export function mergeTwo(a: Matches, b: Matches, scored: boolean, join: (a: number, b: number) => number): Matches {
  if (a.docs.length === 0 && (b.scores || !scored)) return b
  if (b.docs.length === 0 && (a.scores || !scored)) return a
  const length = a.docs.length + b.docs.length
  const docs = new Uint32Array(length)
  const scores = scored ? new Float32Array(length) : undefined
  let i = 0
  let j = 0
  let found = 0
  while (i < a.docs.length && j < b.docs.length) {
    const one = a.docs[i]!
    const two = b.docs[j]!
    docs[found] = one < two ? one : two
    if (scores) {
      if (one < two) scores[found] = a.scores ? a.scores[i]! : 0
      else if (two < one) scores[found] = b.scores ? b.scores[j]! : 0
      else scores[found] = join(a.scores ? a.scores[i]! : 0, b.scores ? b.scores[j]! : 0)
    }
    if (one <= two) i++
    if (two <= one) j++
    found++
  }
  // At most one of them has more.
  for (const [rest, at] of [
    [a, i],
    [b, j],
  ] as const) {
    docs.set(rest.docs.subarray(at), found)
    if (scores && rest.scores) scores.set(rest.scores.subarray(at), found)
    found += rest.docs.length - at
  }
  return cut(docs, scores, found)
}
