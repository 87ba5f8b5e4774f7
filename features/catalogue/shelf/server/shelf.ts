import type { RawReply } from '#kit/contract.ts'
import { catalogueProblem } from '../../contract.ts'
import type { CatalogueQuery, Clause } from '../../query/server/query.ts'
import type { CataloguePort, DocumentHit } from '../../server/catalogue-port.ts'
import { oncePerState } from '../../server/once-per-state.ts'
import type { shelfApi } from '../contract.ts'
import { shelfLettersOf, shelfMarkOf, shelfNumberOf } from '../rules.ts'

type Stretch = RawReply<typeof shelfApi.shelf>['response']
/** The values of a facet in order, each with the number of records before it. */
type Places = { keys: string[]; starts: number[]; total: number }
/** A part of the shelf, from `first` until before `end`. */
type Part = { first: number; end: number }

/** Books in one row of a wide screen. */
const length = 9
/** More class numbers than a catalogue of millions has; the engines count up to 65,535 values. */
const maxPlaces = 50_000
/** A record is looked for this far among those of the same number and letters; no engine pages further. */
const deepest = 10_000

/**
 * The shelf as one row of all records that have a place: by number, then letters, then author and title. The numbers are
 * counted once for each state of the catalogue, and the letters of a number when a stretch begins or ends within it, so
 * that no search pages deep: one number may have a tenth of all records.
 */
export function openShelf(catalogue: CataloguePort) {
  const numbersNow = oncePerState(catalogue, () => countPlaces(catalogue, 'dewey', { kind: 'all' }))
  return async (
    input: { record?: string | undefined; mark?: string | undefined; at: number },
    signal?: AbortSignal,
  ): Promise<Stretch> => {
    const numbers = await numbersNow()
    const wanted =
      input.record === undefined
        ? (await placeOfMark(catalogue, numbers, input.mark ?? '', signal)) + input.at
        : await placeOfRecord(catalogue, numbers, input.record, signal)
    if (wanted === undefined || numbers.total === 0) return { books: [], before: null, after: null }
    const first = Math.max(0, Math.min(wanted, numbers.total - length))
    const end = Math.min(first + length, numbers.total)
    return {
      books: await booksOf(catalogue, numbers, { first, end }, signal),
      before: first > 0 ? placeAt(numbers, Math.max(0, first - length)) : null,
      after: end < numbers.total ? placeAt(numbers, end) : null,
    }
  }
}

async function countPlaces(
  catalogue: CataloguePort,
  field: 'dewey' | 'shelfLetters',
  clause: Clause,
  signal?: AbortSignal,
): Promise<Places> {
  const facets = [{ name: 'places', field, size: maxPlaces, minCount: 1 }]
  const { facets: counted } = await catalogue.search({ ...inOrder, clause, size: 0, facets }, signal)
  const buckets = (counted.places ?? []).sort((a, b) => (a.key < b.key ? -1 : 1))
  let total = 0
  const starts = buckets.map(({ count }) => {
    total += count
    return total - count
  })
  return { keys: buckets.map(({ key }) => key), starts, total }
}

const inOrder: Pick<CatalogueQuery, 'choices' | 'sort' | 'from' | 'facets'> = {
  choices: [],
  sort: [
    { key: 'authorSort', descending: false },
    { key: 'titleSort', descending: false },
  ],
  from: 0,
  facets: [],
}

const ofNumbers = (values: string[]): Clause => ({ kind: 'values', field: 'dewey', values })
const ofLetters = (number: string, values: string[]): Clause => ({
  kind: 'and',
  clauses: [ofNumbers([number]), { kind: 'values', field: 'shelfLetters', values }],
})

const startOf = ({ starts, total }: Places, index: number) => starts[index] ?? total

/** The index of the first key at or after a text. */
function firstFrom({ keys }: Places, text: string): number {
  let low = 0
  for (let high = keys.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the key at a place. */
function indexAt({ starts }: Places, place: number): number {
  let index = 0
  for (let high = starts.length; high - index > 1; ) {
    const middle = (index + high) >>> 1
    if (starts[middle]! <= place) index = middle
    else high = middle
  }
  return index
}

function placeAt(numbers: Places, place: number): { mark: string; at: number } {
  const index = indexAt(numbers, place)
  return { mark: numbers.keys[index]!, at: place - numbers.starts[index]! }
}

/** Where a mark as it was typed, `599.2` or `f dah`, begins, or the next that the catalogue has. */
async function placeOfMark(catalogue: CataloguePort, numbers: Places, typed: string, signal: AbortSignal | undefined) {
  const [number = '', letters] = typed.trim().toUpperCase().split(/\s+/)
  const index = firstFrom(numbers, number)
  const start = startOf(numbers, index)
  if (letters === undefined || numbers.keys[index] !== number) return start
  const places = await countPlaces(catalogue, 'shelfLetters', ofNumbers([number]), signal)
  return start + startOf(places, firstFrom(places, letters))
}

/** Where the stretch around a record begins; undefined if the record has no place. */
async function placeOfRecord(catalogue: CataloguePort, numbers: Places, id: string, signal: AbortSignal | undefined) {
  const [document] = await catalogue.documents([id])
  if (!document) throw catalogueProblem('record_not_found')
  const number = shelfNumberOf(document)
  const index = firstFrom(numbers, number)
  if (number === '' || numbers.keys[index] !== number) return undefined
  const letters = shelfLettersOf(document)
  const [places, { ids }] = await Promise.all([
    countPlaces(catalogue, 'shelfLetters', ofNumbers([number]), signal),
    catalogue.find({ ...inOrder, clause: ofLetters(number, [letters]), size: deepest }, signal),
  ])
  const before = startOf(numbers, index) + startOf(places, firstFrom(places, letters)) + Math.max(0, ids.indexOf(id))
  return before - Math.floor(length / 2)
}

async function booksOf(catalogue: CataloguePort, numbers: Places, part: Part, signal: AbortSignal | undefined) {
  const read = async (clause: Clause, from = 0, size = length) =>
    (await catalogue.search({ ...inOrder, clause, from, size }, signal)).hits
  const hits = await readPart(numbers, part, {
    whole: (values) => read(ofNumbers(values)),
    within: async (number, part) =>
      readPart(await countPlaces(catalogue, 'shelfLetters', ofNumbers([number]), signal), part, {
        whole: (values) => read(ofLetters(number, values)),
        within: (letters, { first, end }) => read(ofLetters(number, [letters]), first, end - first),
      }),
  })
  return hits
    .map((hit) => ({ hit, key: `${shelfNumberOf(hit.document)} ${shelfLettersOf(hit.document)}` }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ hit: { id, document } }) => ({
      mark: shelfMarkOf(document),
      hit: { _id: id, _score: null, _source: document },
    }))
}

/** Keys wholly in the part are read together, those that reach beyond it one by one. Unordered. */
async function readPart(
  places: Places,
  { first, end }: Part,
  read: {
    whole: (keys: string[]) => Promise<DocumentHit[]>
    within: (key: string, part: Part) => Promise<DocumentHit[]>
  },
): Promise<DocumentHit[]> {
  const whole: string[] = []
  const reads: Promise<DocumentHit[]>[] = []
  for (let index = indexAt(places, first); startOf(places, index) < end; index++) {
    const start = startOf(places, index)
    const next = startOf(places, index + 1)
    if (start >= first && next <= end) whole.push(places.keys[index]!)
    else
      reads.push(
        read.within(places.keys[index]!, { first: Math.max(0, first - start), end: Math.min(next, end) - start }),
      )
  }
  if (whole.length > 0) reads.push(read.whole(whole))
  return (await Promise.all(reads)).flat()
}
