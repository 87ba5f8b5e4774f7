import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type FacetField, facetNames } from '#features/catalogue/facets.ts'
import { changeValuesOf, facetValues, identifierKeysOf } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { Bucket, SortKey } from '#features/catalogue/query/server/query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import type {
  CataloguePort,
  CatalogueRecord,
  ChangesQuery,
  ListedChange,
  LoadReport,
} from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from './documents.ts'
import { listOf, queryOf, word } from './queries.ts'

/**
 * Sequences of changes to a catalogue, each compared with a plain Map afterwards: export, counts, lookup by id,
 * identifier and word, each facet and each sort. Few records in few versions, so that they often coincide.
 */
const ids = [
  ...Array.from({ length: 30 }, (_, n) => String(n + 1)),
  '007',
  '0100',
  'm1',
  'm10',
  'm2',
  'z1',
  'Ünlü',
  '海',
]
const versions = 3
const words = ['whale', 'whales', 'sea', 'island', 'māori', 'atlas', '鯨', 'moon', 'garden', 'dragon']
const subjects = ['Whales', 'Sea stories', 'Magic', 'Ünlü', 'Atlases']
const isbns = ['9780142410370', '9780399226908', '9781862915756', '9780060254926']

/** A deterministic pseudo-random number for these arguments. */
function scattered(...of: number[]): number {
  let hash = 0x811c9dc5
  for (const each of of) hash = Math.imul(hash ^ each, 0x01000193) ^ (hash >>> 13)
  return (hash ^ (hash >>> 16)) >>> 0
}

type Known = { record: CatalogueRecord; stems: Set<string>; keys: Set<string> }

/** Each version of each record. The very last has no text. */
const table: Known[][] = ids.map((id, place) =>
  Array.from({ length: versions }, (_, version) => {
    const pick = <T>(list: readonly T[], question: number) => list[scattered(place, version, question) % list.length]!
    const some = <T>(list: readonly T[], question: number) =>
      list.filter((_, at) => scattered(place, version, question, at) % 3 === 0)
    const record =
      place === ids.length - 1 && version === versions - 1
        ? recordOf({ id })
        : recordOf({
            id,
            title: `${some(words, 1).join(' ')} ${pick(['', 'one', 'two'], 2)} v${version}`.trim(),
            authors: some(['Fox, Mem', 'Dahl, Roald', 'Lindgren, Astrid'], 3),
            subjects: some(subjects, 4),
            genreScis: some(['Magic', 'Picture books'], 5),
            language: some(['English', 'French'], 6),
            scisType: pick(['Book', 'DVD'] as const, 7),
            publicationYear: pick([null, 1984, 2004, 2014], 8),
            voyagerCreateDate: pick(['', '2004-01-31', '2020-12-31'], 9),
            // An ISBN shared with others, and now and then the number of another record.
            isbn13: some(isbns, 10),
            otherIdentifier: scattered(place, version, 11) % 5 === 0 ? [pick(ids, 12)] : [],
            fiction: pick([true, false], 13),
          })
    const { document } = record
    const texts = [document.title.titlePrimary, ...document.authors, ...document.subjects, ...document.genreScis]
    return {
      record,
      stems: new Set(texts.flatMap(analyse).map(stem)),
      keys: new Set(identifierKeysOf(document)),
    }
  }),
)

const questions = [...new Set([...words, ...subjects, 'one', 'v0', 'v1', 'v2', 'fox', 'absent'].flatMap(analyse))]
const allKeys = [...new Set(table.flat().flatMap(({ keys }) => [...keys])), 'ABSENT']
const sorts: { key: SortKey; descending: boolean }[] = (
  ['titleSort', 'authorSort', 'publicationYear', 'voyagerCreateDate'] as const
).flatMap((key) => [false, true].map((descending) => ({ key, descending })))

/** Indexes into the lists of ids and of versions. */
type Written = [id: number, version: number][]
export type Step =
  | { do: 'load'; written: Written }
  /** The source of the records fails once all of these are taken. */
  | { do: 'broken load'; written: Written }
  /** The program dies at this statement of the load, counted from 0. */
  | { do: 'killed load'; written: Written; at: number }
  | { do: 'killed removal'; ids: number[]; at: number }
  | { do: 'rebuild' }
  | { do: 'killed rebuild'; at: number }
  | { do: 'load all again' }
  | { do: 'remove'; ids: number[] }
  | { do: 'open again' }

const anyId = fc.nat(ids.length - 1)
const anyVersion = fc.nat(versions - 1)
const anyWritten: fc.Arbitrary<Written> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.tuple(anyId, anyVersion), { maxLength: 12 }) },
  // The same few numbers repeatedly.
  { weight: 3, arbitrary: fc.array(fc.tuple(fc.nat(2), anyVersion), { minLength: 2, maxLength: 10 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyId, anyId, anyVersion)
      .map(([a, b, version]) =>
        ids.flatMap((_, id) =>
          id >= Math.min(a, b) && id <= Math.max(a, b) ? [[id, version] as [number, number]] : [],
        ),
      ),
  },
)
const anyIds = fc.array(anyId, { maxLength: 8 })

/** `kills`: whether the program can be killed at a statement, and its index rebuilt. */
export const anySteps = ({ kills }: { kills: boolean }): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('load' as const), written: anyWritten }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('broken load' as const), written: anyWritten }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), ids: anyIds }) },
      { weight: 1, arbitrary: fc.constant<Step>({ do: 'load all again' }) },
      { weight: 1, arbitrary: fc.constant<Step>({ do: 'open again' }) },
      ...(kills
        ? [
            {
              weight: 2,
              arbitrary: fc.record({ do: fc.constant('killed load' as const), written: anyWritten, at: fc.nat(600) }),
            },
            {
              weight: 1,
              arbitrary: fc.record({ do: fc.constant('killed removal' as const), ids: anyIds, at: fc.nat(30) }),
            },
            { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
            {
              weight: 1,
              arbitrary: fc.record({ do: fc.constant('killed rebuild' as const), at: fc.nat(300) }),
            },
          ]
        : []),
    ),
    { minLength: 1, maxLength: 12 },
  )

/** A catalogue that can be closed and reopened, and whose writer can be killed. */
export type Subject = {
  catalogue: CataloguePort
  reopen?(): Promise<void>
  /** Runs the change up to this statement; the generation tells whether it completed. */
  killAt?(statement: number, change: () => Promise<unknown>): Promise<void>
  rebuild?(): Promise<void>
  /** Throws if its index and its records differ. */
  check?(): void
}

type Model = Map<number, number>
/** The last change of each record, in order. */
type Changes = Map<string, ListedChange>

export async function runSequence(subject: Subject, steps: Step[]): Promise<void> {
  let model: Model = new Map()
  const changes: Changes = new Map()
  await compare(subject, model)
  for (const [place, step] of steps.entries()) {
    // The index is stored too, so the last comparison finds what an earlier step broke.
    const look = async () => {
      await compare(subject, model)
      await compareChanges(subject, changes)
      if (place === steps.length - 1 || step.do.startsWith('killed')) subject.check?.()
    }
    const generation = (await subject.catalogue.stats()).generation
    const next = new Map(model)
    await take(subject, step, next)
    const seen = (await subject.catalogue.stats()).generation
    const changed = !isDeepStrictEqual([...next].sort(byPlace), [...model].sort(byPlace))
    if (step.do.startsWith('killed') && seen === generation) {
      await look()
      continue
    }
    const isRebuilt = step.do.endsWith('rebuild') && seen !== generation
    if (!isRebuilt && changed === (seen === generation))
      throw new Error(`generation ${generation} → ${seen}, changed: ${changed}`)
    await follow(subject, changes, model, next)
    model = next
    await look()
  }
}

const byPlace = (a: [number, number], b: [number, number]) => a[0] - b[0]

async function take(subject: Subject, step: Step, model: Model): Promise<void> {
  const { catalogue } = subject
  const written = (places: Written) => places.map(([id, version]) => table[id]![version]!.record)
  switch (step.do) {
    case 'load':
      return same('report', await catalogue.write(written(step.written)), load(model, step.written))
    case 'load all again': {
      const all: Written = [...model]
      return same('report', await catalogue.write(written(all)), load(model, all))
    }
    case 'broken load': {
      const source = async function* () {
        yield* written(step.written)
        throw new Error('the source has failed')
      }
      const outcome = await catalogue.write(source()).catch((error: Error) => error.message)
      return same('outcome', outcome, 'the source has failed')
    }
    case 'remove':
      return same('removed', await catalogue.remove(step.ids.map((id) => ids[id]!)), remove(model, step.ids))
    case 'killed load':
      load(model, step.written)
      return subject.killAt!(step.at, () => catalogue.write(written(step.written)))
    case 'killed removal':
      remove(model, step.ids)
      return subject.killAt!(step.at, () => catalogue.remove(step.ids.map((id) => ids[id]!)))
    case 'rebuild':
      return subject.rebuild!()
    case 'killed rebuild':
      return subject.killAt!(step.at, () => subject.rebuild!())
    case 'open again':
      return subject.reopen?.()
  }
}

/** Changes the model, and counts, as a load does. */
function load(model: Model, written: Written): LoadReport {
  const report = { loaded: 0, updated: 0, unchanged: 0 }
  const before = new Map(model)
  const changes = new Map<number, number>()
  for (const [id, version] of written) {
    const now = model.get(id)
    model.set(id, version)
    if (now === version) report.unchanged++
    else if (before.get(id) === version) {
      // Back to the state before the load: the versions in between do not count.
      report.updated -= changes.get(id)!
      report.unchanged += changes.get(id)! + 1
      changes.delete(id)
    } else {
      if (now === undefined) report.loaded++
      else report.updated++
      changes.set(id, (changes.get(id) ?? 0) + 1)
    }
  }
  return report
}

const remove = (model: Model, gone: number[]) => gone.filter((id) => model.delete(id)).length

/** Throws if the catalogue and the model differ. */
async function compare({ catalogue }: Subject, model: Model): Promise<void> {
  const all = [...model].map(([id, version]) => table[id]![version]!)
  const idOf = ({ record }: Known) => record.document.id
  const wanted = new Map(all.map((known) => [idOf(known), known]))
  same('stats', (await catalogue.stats()).records, all.length)

  const exported = await listOf(catalogue.everyRecord())
  same('ids exported', exported.map(({ document }) => document.id).sort(), [...wanted.keys()].sort())
  for (const { document, marc, encoding } of exported) {
    const { record } = wanted.get(document.id)!
    same(
      'record exported',
      { document, marc: Buffer.from(marc), encoding },
      { ...record, marc: Buffer.from(record.marc) },
    )
  }
  same('ids', await listOf(catalogue.ids()), [...wanted.keys()].sort(inIdOrder))
  const there = ids.filter((id) => wanted.has(id))
  same('known', await catalogue.known(ids), there)
  same(
    'documents',
    await catalogue.documents(ids),
    there.map((id) => wanted.get(id)!.record.document),
  )

  const found = await catalogue.lookup(allKeys)
  const expected = allKeys.map((key): [string, string[]] => [key, all.filter(({ keys }) => keys.has(key)).map(idOf)])
  same(
    'identifiers',
    [...found].map(([key, list]) => [key, [...list].sort()]).sort(),
    expected.flatMap(([key, list]) => (list.length > 0 ? [[key, list.sort()]] : [])).sort(),
  )

  for (const question of questions) {
    const { total, hits } = await catalogue.search(queryOf(word(question)))
    const holds = all.filter(({ stems }) => stems.has(stem(question))).map(idOf)
    same(`hits of ${question}`, hits.map(({ id }) => id).sort(), holds.sort())
    same(`total of ${question}`, total, holds.length)
  }

  const requests = facetNames.map((field) => ({ name: field, field, size: 100, minCount: 1 }))
  for (const [place, sort] of sorts.entries()) {
    const facets = place === 0 ? requests : []
    const answer = await catalogue.search(queryOf({ kind: 'all' }, { sort: [sort], facets }))
    same(
      `order by ${sort.key}`,
      answer.hits.map(({ id }) => id),
      [...all].sort((a, b) => inOrder(a, b, sort)).map(idOf),
    )
    for (const { field } of facets) same(`facet ${field}`, answer.facets[field], buckets(all, field))
  }
}

/** Reads on in the list of changes: it must name exactly the records in which the models differ. */
async function follow({ catalogue }: Subject, known: Changes, before: Model, after: Model): Promise<void> {
  const last = [...known.values()].at(-1)
  const found = await listChanges(catalogue, last && { after: last.cursor })
  const changed = ids.flatMap((_, place) => (before.get(place) === after.get(place) ? [] : [place]))
  same(
    'new changes',
    found.map(({ id, removed }) => [id, removed]).sort(),
    changed
      .map((place) => [ids[place]!, after.has(place) ? undefined : valuesOf(table[place]![before.get(place)!]!)])
      .sort(),
  )
  for (const change of found) {
    if (change.changedAt < (last?.changedAt ?? 0)) throw new Error(`${change.id} changed before ${last!.id}`)
    known.delete(change.id)
    known.set(change.id, change)
  }
}

const valuesOf = ({ record: { document } }: Known) => changeValuesOf(document)

/** Throws if the list of changes is another one, read in pages, by a value or by ids. */
async function compareChanges({ catalogue }: Subject, known: Changes): Promise<void> {
  const all = [...known.values()]
  same('changes', await listChanges(catalogue), all)
  const isBook = async ({ id, removed }: ListedChange) =>
    (removed ?? changeValuesOf((await catalogue.documents([id]))[0]!)).scisType.includes('Book')
  const areBooks = await Promise.all(all.map(isBook))
  same(
    'changed books',
    await listChanges(catalogue, { values: { field: 'scisType', values: ['Book', 'Map'] } }),
    all.filter((_, place) => areBooks[place]),
  )
  const found = await catalogue.changesOf([...ids, 'absent'])
  same('changes of ids', found, new Map(all.map(({ cursor: _, ...change }) => [change.id, change])))
}

/** Read in pages. */
async function listChanges(catalogue: CataloguePort, query: Partial<ChangesQuery> = {}): Promise<ListedChange[]> {
  const limit = 7
  const found: ListedChange[] = []
  for (let after = query.after; ; after = found.at(-1)!.cursor) {
    const page = await catalogue.changes({ ...query, limit, ...(after === undefined ? {} : { after }) })
    found.push(...page)
    if (page.length < limit) return found
  }
}

function same(what: string, found: unknown, expected: unknown) {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
}

/** Numbers sort by value, before ids that are not numbers. */
function inIdOrder(a: string, b: string): number {
  const [one, two] = [a, b].map((id) => /^\d+$/.test(id))
  if (one !== two) return one ? -1 : 1
  return (one ? Number(a) - Number(b) : 0) || Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function inOrder(a: Known, b: Known, { key, descending }: (typeof sorts)[number]): number {
  for (const each of [
    { key, descending },
    { key: 'titleSort' as const, descending: false },
  ]) {
    const [one, two] = [a, b].map(({ record }) => record.document[each.key as 'titleSort' | 'publicationYear'] || null)
    if (one === two) continue
    if (one === null || two === null) return one === null ? 1 : -1
    return one! < two! === each.descending ? 1 : -1
  }
  return Buffer.compare(Buffer.from(a.record.document.id), Buffer.from(b.record.document.id))
}

function buckets(all: Known[], field: FacetField): Bucket[] {
  const counts = new Map<string, number>()
  for (const { record } of all)
    for (const value of new Set(facetValues[field](record.document))) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .filter(([key]) => key !== '')
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}
