import type { CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import { refuseTooCostly } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { Diagnostic } from './diagnostics.ts'
import type { FetchedRecord, PortalCalls } from './portal-calls.ts'
import type { SortRequest } from './requests.ts'

export const maxResultSets = 50
/** Records that come with the search: most clients present no others. */
const firstRecords = 10
/** How long they are presented as they came, ms; after that they are read again, as a load may have changed them. */
const freshMs = 2_000
/** More bytes of MARC are not held for a client that may never present them. */
const maxHeldBytes = 64 * 1024

type Portal = Pick<PortalCalls, 'search' | 'ids' | 'records'>

/** `generation`: the catalogue's at the search. `first`: ids of its first records; a sort forgets them. */
type ResultSet = {
  clause: Clause
  sort: CatalogueQuery['sort']
  total: number
  generation: number
  first: RecordId[]
}

const byRelevance: CatalogueQuery['sort'] = [{ key: '_score', descending: true }]

/**
 * The named result sets of one association. Each keeps its query and the ids of its first records; the others are those
 * of the catalogue when they are presented.
 */
export class ResultSets {
  private readonly portal: Portal
  private readonly customerId: string
  private readonly sets = new Map<string, ResultSet>()
  /** The first records of the last search. */
  private held = { since: 0, records: new Map<RecordId, FetchedRecord>() }

  constructor(portal: Portal, customerId: string) {
    this.portal = portal
    this.customerId = customerId
  }

  has(name: string): boolean {
    return this.sets.has(name)
  }

  get(name: string): ResultSet {
    const found = this.sets.get(name)
    if (!found) throw new Diagnostic('unknownResultSet', name)
    return found
  }

  /** `clauseOf` is called once the name is known to be free. */
  async make(name: string, replaces: boolean, clauseOf: () => Promise<Clause>): Promise<ResultSet> {
    if (this.sets.has(name) && !replaces) throw new Diagnostic('resultSetExists', name)
    this.refuseTooMany(name)
    const clause = await clauseOf()
    refuseTooCostly(clause)
    const page = pageOf({ clause, sort: byRelevance }, 0, firstRecords)
    const { total, records, generation } = await this.portal.search(page, this.customerId)
    const first = records.map(({ document }) => document.id)
    const made = { clause, sort: byRelevance, total, generation, first }
    this.sets.set(name, made)
    const bytes = records.reduce((sum, { marc }) => sum + marc.length, 0)
    this.held = { since: performance.now(), records: byId(bytes > maxHeldBytes ? [] : records) }
    return made
  }

  sort({ from, into, keys }: Pick<SortRequest, 'from' | 'into' | 'keys'>): void {
    if (from.length !== 1) throw new Diagnostic('illegalSort', 'one result set')
    const sorted = this.get(from[0]!)
    this.refuseTooMany(into)
    this.sets.set(into, { ...sorted, sort: keys.map(sortKey), first: [] })
  }

  /** Records `start` to `last`, from 1. Those removed since the search are among the ids only. */
  async read(
    set: ResultSet,
    start: number,
    last: number,
  ): Promise<{ ids: RecordId[]; records: Map<RecordId, FetchedRecord> }> {
    const ids = await this.ids(set, start, last)
    return { ids, records: this.takeHeld(ids) ?? byId(await this.portal.records(ids)) }
  }

  /** Each only once: a client that presents a record again gets it as it is then. */
  private takeHeld(ids: RecordId[]): Map<RecordId, FetchedRecord> | undefined {
    const { since, records } = this.held
    if (performance.now() - since > freshMs || !ids.every((id) => records.has(id))) return undefined
    const taken = new Map(ids.map((id) => [id, records.get(id)!]))
    for (const id of ids) records.delete(id)
    return taken
  }

  private async ids(set: ResultSet, start: number, last: number): Promise<RecordId[]> {
    if (last > deepestHit) throw new Diagnostic('presentOutOfRange', `at most ${deepestHit}`)
    if (last <= set.first.length) return set.first.slice(start - 1, last)
    return this.portal.ids(pageOf(set, start - 1, last - start + 1), this.customerId)
  }

  /** Whether there was one. */
  delete(name: string): boolean {
    return this.sets.delete(name)
  }

  clear(): void {
    this.sets.clear()
  }

  /** Unless a set of that name is replaced. */
  private refuseTooMany(name: string): void {
    if (!this.sets.has(name) && this.sets.size >= maxResultSets)
      throw new Diagnostic('tooManyResultSets', String(maxResultSets))
  }
}

const byId = (records: FetchedRecord[]) => new Map(records.map((record) => [record.document.id, record]))

const pageOf = ({ clause, sort }: Pick<ResultSet, 'clause' | 'sort'>, from: number, size: number): CatalogueQuery => ({
  clause,
  choices: [],
  sort,
  from,
  size,
  facets: [],
})

/** Sort keys by use attribute, or by their name. */
const sortKeys = new Map<string, CatalogueQuery['sort'][number]['key']>([
  ['4', 'titleSort'],
  ['title', 'titleSort'],
  ['1', 'authorSort'],
  ['1003', 'authorSort'],
  ['author', 'authorSort'],
  ['30', 'publicationYear'],
  ['31', 'publicationYear'],
  ['date', 'publicationYear'],
  ['1011', 'voyagerCreateDate'],
])

function sortKey({ name, use, descending, isUnsupported }: SortRequest['keys'][number]) {
  if (isUnsupported) throw new Diagnostic('unsupportedSortRelation')
  const key = sortKeys.get(String(use ?? name.toLowerCase()))
  if (!key) throw new Diagnostic('illegalSort', String(use ?? name))
  return { key, descending }
}
