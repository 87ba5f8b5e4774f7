import type { CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'
import { deepestHit } from '#features/catalogue/rules.ts'
import { refuseTooCostly } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { Fingerprint } from '#features/downloads/server/downloads.ts'
import { Problem } from '#kit/problem.ts'
import { scanTerms } from '../../query/server/scan-terms.ts'
import { type Ber, BerError } from './ber.ts'
import { Diagnostic } from './diagnostics.ts'
import type { FetchedRecord, PortalCalls } from './portal-calls.ts'
import { type Giving, recordBytes } from './record-bytes.ts'
import {
  type DeleteRequest,
  type InitRequest,
  messageTags,
  type PresentRequest,
  readDelete,
  readInit,
  readPresent,
  readScan,
  readSearch,
  readSort,
  type ScanRequest,
  type SearchRequest,
  type SortRequest,
} from './requests.ts'
import {
  closeMessage,
  deleteResponse,
  initResponse,
  type Presented,
  presentResponse,
  type RecordPart,
  recordPart,
  type Scanned,
  scanResponse,
  searchFailure,
  searchResponse,
  sortResponse,
  syntaxes,
} from './responses.ts'
import { clauseOfRpn, startOfScan } from './rpn-clause.ts'

/** Bounds of one association. Sizes in bytes. */
const maxMessageSize = 1024 * 1024
const minMessageSize = 4096
const maxResultSets = 50
const maxRecordsAtOnce = 100
const maxTermsAtOnce = 200

/** Records of a result set whose ids come with the search: most clients present no others. */
const firstIds = 20
/** How long the school's preferences are kept, ms. */
const preferencesMs = 5_000

/** `generation`: the catalogue's at the search. `first`: ids of its first records; a sort forgets them. */
type ResultSet = {
  clause: Clause
  sort: CatalogueQuery['sort']
  total: number
  generation: number
  first: RecordId[]
}
type Preferences = Awaited<ReturnType<PortalCalls['preferences']>>
export type Answer = { bytes: Buffer; ends?: true }
type Serving = { database: string; address: string }

/**
 * One client's Z39.50 association (ISO 23950, version 3): answers its messages one after another. A result set keeps its
 * query and the ids of its first records; the others are those of the catalogue when they are presented.
 */
export class Association {
  private readonly portal: PortalCalls
  private readonly database: string
  private readonly address: string
  private readonly resultSets = new Map<string, ResultSet>()
  private customerId: string | undefined
  private known: { at: number; preferences: Preferences } | undefined
  private recordsInUtf8 = false
  private messageSize = maxMessageSize
  private recordSize = maxMessageSize

  /** `address`: the origin of the connection, for which wrong passwords are counted. */
  constructor(portal: PortalCalls, { database, address }: Serving) {
    this.portal = portal
    this.database = database
    this.address = address
  }

  get isOpen(): boolean {
    return this.customerId !== undefined
  }

  /** Throws BerError if the message is not one of the protocol. */
  async answer(message: Ber): Promise<Answer> {
    if (message.tag === messageTags.initRequest) return this.init(readInit(message))
    if (message.tag === messageTags.close) return { bytes: closeMessage(undefined, 'finished'), ends: true }
    if (this.customerId === undefined) throw new BerError('Init comes first.')
    switch (message.tag) {
      case messageTags.searchRequest:
        return { bytes: await this.search(readSearch(message)) }
      case messageTags.presentRequest:
        return { bytes: await this.present(readPresent(message)) }
      case messageTags.deleteRequest:
        return { bytes: this.delete(readDelete(message)) }
      case messageTags.sortRequest:
        return { bytes: await this.sort(readSort(message)) }
      case messageTags.scanRequest:
        return { bytes: await this.scan(readScan(message)) }
      default:
        throw new BerError(`Messages with tag ${message.tag} are not supported.`)
    }
  }

  private async init(request: InitRequest): Promise<Answer> {
    const { login, preferredMessageSize, maxRecordSize } = request
    this.resultSets.clear()
    this.known = undefined
    this.customerId = login && (await this.portal.signIn({ ...login, address: this.address }))
    this.recordsInUtf8 = request.recordsInUtf8
    this.messageSize = withinBounds(preferredMessageSize)
    this.recordSize = Math.max(this.messageSize, withinBounds(maxRecordSize))
    const accepted = this.customerId !== undefined
    const bytes = initResponse(request, { accepted, messageSize: this.messageSize, recordSize: this.recordSize })
    return accepted ? { bytes } : { bytes, ends: true }
  }

  private async search(request: SearchRequest): Promise<Buffer> {
    const { referenceId } = request
    try {
      const { total } = await this.makeResultSet(request)
      const count = piggyBacked(request, total)
      if (count === 0) return searchResponse(referenceId, total, undefined)
      const elementSet = total <= request.smallSetUpperBound ? request.smallElementSet : request.mediumElementSet
      const presented = await this.presented({
        resultSet: request.resultSet,
        start: 1,
        count,
        elementSet,
        syntax: request.syntax,
      }).catch(asDiagnostic)
      return searchResponse(referenceId, total, presented)
    } catch (error) {
      return searchFailure(referenceId, asDiagnostic(error))
    }
  }

  private async makeResultSet({ databases, query, resultSet, replaces }: SearchRequest): Promise<ResultSet> {
    this.refuseOtherDatabases(databases)
    if (query.tag !== 1 && query.tag !== 101) throw new Diagnostic('unsupportedQueryType', String(query.tag))
    if (this.resultSets.has(resultSet) && !replaces) throw new Diagnostic('resultSetExists', resultSet)
    this.refuseTooMany(resultSet)
    const clause = clauseOfRpn(query, (name) => this.resultSet(name).clause)
    refuseTooCostly(clause)
    const sort: CatalogueQuery['sort'] = [{ key: '_score', descending: true }]
    const {
      total,
      ids: first,
      generation,
    } = await this.portal.search(pageOf({ clause, sort }, 0, firstIds), this.customerId!)
    const made = { clause, sort, total, generation, first }
    this.resultSets.set(resultSet, made)
    return made
  }

  private refuseOtherDatabases(databases: string[]): void {
    const [database] = databases
    if (databases.length !== 1) throw new Diagnostic('databaseUnavailable', databases.join(' '))
    if (database!.toLowerCase() !== this.database.toLowerCase()) throw new Diagnostic('databaseDoesNotExist', database)
  }

  /** Unless a set of that name is replaced. */
  private refuseTooMany(name: string): void {
    if (!this.resultSets.has(name) && this.resultSets.size >= maxResultSets)
      throw new Diagnostic('tooManyResultSets', String(maxResultSets))
  }

  private resultSet(name: string): ResultSet {
    const found = this.resultSets.get(name)
    if (!found) throw new Diagnostic('unknownResultSet', name)
    return found
  }

  private async present(request: PresentRequest): Promise<Buffer> {
    const presented = request.isUnsupported
      ? new Diagnostic('onlyGenericElementSets')
      : await this.presented(request).catch(asDiagnostic)
    return presentResponse(request.referenceId, presented)
  }

  private async presented(request: Pick<PresentRequest, 'resultSet' | 'start' | 'count' | 'elementSet' | 'syntax'>) {
    const set = this.resultSet(request.resultSet)
    const { total, generation, first } = set
    const { start, count } = request
    if (start < 1 || count < 0 || start + count - 1 > total)
      throw new Diagnostic('presentOutOfRange', `${start}+${count}`)
    const last = start - 1 + Math.min(count, maxRecordsAtOnce)
    if (last > deepestHit) throw new Diagnostic('presentOutOfRange', `at most ${deepestHit}`)
    const [giving, ids] = await Promise.all([
      this.giving(request),
      last <= first.length
        ? first.slice(start - 1, last)
        : this.portal.search(pageOf(set, start - 1, last - start + 1), this.customerId!).then((page) => page.ids),
    ])
    const parts: Buffer[] = []
    const taken: Fingerprint[] = []
    let size = 0
    const fetched = new Map((await this.portal.records(ids)).map((stored) => [stored.document.id, stored]))
    for (const id of ids) {
      const stored = fetched.get(id)
      const record = stored ? this.recordOr(stored, giving) : new Diagnostic('systemErrorInRecord', `${id} was removed`)
      const part = recordPart(this.database, record)
      if (parts.length > 0 && size + part.length > this.messageSize) break
      parts.push(part)
      size += part.length
      if (stored && !giving.isBrief && 'record' in record) taken.push(stored.print)
    }
    void this.portal.taken(this.customerId!, generation, taken)
    const next = start + parts.length
    return { parts, next: next > total ? 0 : next, isPart: parts.length < count } satisfies Presented
  }

  /** The record, or why only it cannot be presented. */
  private recordOr(stored: FetchedRecord, giving: Giving): RecordPart {
    const { id } = stored.document
    try {
      const record = recordBytes(stored, giving)
      return record.length > this.recordSize ? new Diagnostic('recordTooLarge', id) : { record, syntax: giving.syntax }
    } catch (error) {
      void this.portal.report((error as Error).stack ?? String(error), { id })
      return new Diagnostic('systemErrorInRecord', id)
    }
  }

  private async giving({ elementSet = 'F', syntax = syntaxes.usmarc }: Partial<PresentRequest>): Promise<Giving> {
    if (!Object.values<string>(syntaxes).includes(syntax)) throw new Diagnostic('unsupportedRecordSyntax', syntax)
    const elements = elementSet.toUpperCase()
    if (elements !== 'F' && elements !== 'B') throw new Diagnostic('unknownElementSet', elementSet)
    const settings = await this.preferences()
    const isMarc8 = !this.recordsInUtf8 && settings.downloadFileFormat === 'MARC_21_MARC8'
    return { syntax, isBrief: elements === 'B', encoding: isMarc8 ? 'marc-8' : 'utf-8', preferences: settings }
  }

  private async scan(request: ScanRequest): Promise<Buffer> {
    return scanResponse(request.referenceId, await this.scanned(request).catch(asDiagnostic))
  }

  private async scanned({ databases, attributeSet, start, stepSize, ...wanted }: ScanRequest): Promise<Scanned> {
    this.refuseOtherDatabases(databases)
    if (stepSize > 0) throw new Diagnostic('onlyZeroStepSize', String(stepSize))
    const count = Math.min(Math.max(0, wanted.count), maxTermsAtOnce)
    if (wanted.position < 1 || wanted.position > count + 1)
      throw new Diagnostic('unsupportedScanPosition', String(wanted.position))
    const { at, use, text } = startOfScan(start, attributeSet)
    const before = wanted.position - 1
    const found = await scanTerms(this.portal, at, text, { before, after: count - before })
    if (!found) throw new Diagnostic('unsupportedUse', String(use))
    const entries = [...found.before, ...found.after]
    return { entries, position: found.before.length + 1, isShort: entries.length < count }
  }

  private async preferences(): Promise<Preferences> {
    const now = performance.now()
    if (!this.known || now - this.known.at > preferencesMs)
      this.known = { at: now, preferences: await this.portal.preferences(this.customerId!) }
    return this.known.preferences
  }

  private delete({ referenceId, all, resultSets }: DeleteRequest): Buffer {
    if (all) this.resultSets.clear()
    const names = all ? [] : resultSets
    return deleteResponse(
      referenceId,
      names.map((name) => ({ name, existed: this.resultSets.delete(name) })),
    )
  }

  private async sort({ referenceId, from, into, keys }: SortRequest): Promise<Buffer> {
    try {
      if (from.length !== 1) throw new Diagnostic('illegalSort', 'one result set')
      const sorted = this.resultSet(from[0]!)
      this.refuseTooMany(into)
      this.resultSets.set(into, { ...sorted, sort: keys.map(sortKey), first: [] })
      return sortResponse(referenceId)
    } catch (error) {
      return sortResponse(referenceId, asDiagnostic(error))
    }
  }
}

const pageOf = ({ clause, sort }: Pick<ResultSet, 'clause' | 'sort'>, from: number, size: number): CatalogueQuery => ({
  clause,
  choices: [],
  sort,
  from,
  size,
  facets: [],
})

const withinBounds = (size: number) =>
  size === 0 ? maxMessageSize : Math.min(maxMessageSize, Math.max(minMessageSize, size))

/** How many records come with the reply to a search (ISO 23950, 3.2.2.1.6). */
function piggyBacked(
  { smallSetUpperBound, largeSetLowerBound, mediumSetNumber }: SearchRequest,
  total: number,
): number {
  if (total <= smallSetUpperBound) return total
  return total >= largeSetLowerBound ? 0 : Math.min(mediumSetNumber, total)
}

/** Sort keys by use attribute, or by their name. */
const sortKeys: Record<string, CatalogueQuery['sort'][number]['key']> = {
  4: 'titleSort',
  title: 'titleSort',
  1: 'authorSort',
  1003: 'authorSort',
  author: 'authorSort',
  30: 'publicationYear',
  31: 'publicationYear',
  date: 'publicationYear',
  1011: 'voyagerCreateDate',
}

function sortKey({ name, use, descending, isUnsupported }: SortRequest['keys'][number]) {
  if (isUnsupported) throw new Diagnostic('unsupportedSortRelation')
  const key = sortKeys[use ?? name.toLowerCase()]
  if (!key) throw new Diagnostic('illegalSort', String(use ?? name))
  return { key, descending }
}

/** A failure of the catalogue as the diagnostic that clients understand; anything else ends the association. */
function asDiagnostic(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error
  if (!(error instanceof Problem)) throw error
  return error.status >= 500 || error.status === 429
    ? new Diagnostic('temporarySystemError', error.messages[0])
    : new Diagnostic('unsupportedSearch', error.messages[0])
}
