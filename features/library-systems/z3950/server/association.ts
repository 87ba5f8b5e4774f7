import type { Fingerprint } from '#features/downloads/server/downloads.ts'
import { closedSentences, passwordReplaced } from '#features/school/z3950/rules.ts'
import { Problem } from '#kit/problem.ts'
import { startLookup } from '../../query/server/in-place.ts'
import { scanAt } from '../../query/server/scan-terms.ts'
import { type Ber, BerError } from './ber.ts'
import type { Characters } from './characters.ts'
import { Diagnostic } from './diagnostics.ts'
import { ExplainSets, isExplain } from './explain-sets.ts'
import type { FetchedRecord, PortalCalls, SchoolNow } from './portal-calls.ts'
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
import { ResultSets } from './result-sets.ts'
import { clauseOfRpn, startOfScan } from './rpn-clause.ts'

/** Bounds of one association. Sizes in bytes. */
const maxMessageSize = 1024 * 1024
const minMessageSize = 4096
const maxRecordsAtOnce = 100
const maxTermsAtOnce = 200

/** How long the school's state is kept, ms: so long a change of its settings takes at most. */
const nowMs = 5_000

export type Answer = { bytes: Buffer; ends?: true }
type Wish = Partial<Pick<PresentRequest, 'elementSet' | 'syntax'>>
type Serving = { database: string; address: string }

type SignedIn = { customerId: string; resultSets: ResultSets; passwordMark: string; known: Known }
type Known = SchoolNow & { at: number }

/** One client's Z39.50 association (ISO 23950, version 3): answers its messages one after another. */
export class Association {
  private readonly portal: PortalCalls
  private readonly database: string
  private readonly address: string
  /** Set once the client has signed in. */
  private school: SignedIn | undefined
  private readonly explained: ExplainSets
  private characters: Characters | undefined
  private messageSize = maxMessageSize
  private recordSize = maxMessageSize

  /** `address`: the origin of the connection, for which wrong passwords are counted. */
  constructor(portal: PortalCalls, { database, address }: Serving) {
    this.portal = portal
    this.database = database
    this.address = address
    this.explained = new ExplainSets(database)
  }

  get isOpen(): boolean {
    return this.school !== undefined
  }

  /** Throws BerError if the message is not one of the protocol. */
  async answer(message: Ber): Promise<Answer> {
    if (message.tag === messageTags.initRequest) {
      if (this.isOpen) throw new BerError('The association is open already.')
      return this.init(readInit(message))
    }
    if (message.tag === messageTags.close) return { bytes: closeMessage(undefined, 'finished'), ends: true }
    const { school } = this
    if (!school) throw new BerError('Init comes first.')
    const ending = await this.whyEnding(school)
    if (ending) return { bytes: closeMessage(undefined, 'securityViolation', ending), ends: true }
    switch (message.tag) {
      case messageTags.searchRequest:
        return { bytes: await this.search(readSearch(message), school) }
      case messageTags.presentRequest:
        return { bytes: await this.present(readPresent(message), school) }
      case messageTags.deleteRequest:
        return { bytes: deleteSets(readDelete(message), [school.resultSets, this.explained]) }
      case messageTags.sortRequest:
        return { bytes: sortSets(readSort(message), school.resultSets) }
      case messageTags.scanRequest:
        return { bytes: await this.scan(readScan(message)) }
      default:
        throw new BerError(`Messages with tag ${message.tag} are not supported.`)
    }
  }

  private async init(request: InitRequest): Promise<Answer> {
    const { login, preferredMessageSize, maxRecordSize } = request
    const signedIn = login && (await this.portal.signIn({ ...login, address: this.address }))
    const refusal = signedIn && 'customerId' in signedIn ? undefined : refusalOf(signedIn?.reason)
    if (signedIn && 'customerId' in signedIn) this.school = this.openSchool(signedIn)
    this.characters = request.characters
    this.messageSize = withinBounds(preferredMessageSize)
    this.recordSize = Math.max(this.messageSize, withinBounds(maxRecordSize))
    const bytes = initResponse(request, { messageSize: this.messageSize, recordSize: this.recordSize, refusal })
    return refusal ? { bytes, ends: true } : { bytes }
  }

  private openSchool({ customerId, now }: { customerId: string; now: SchoolNow }): SignedIn {
    const resultSets = new ResultSets(this.portal, customerId)
    return { customerId, resultSets, passwordMark: now.passwordMark, known: { ...now, at: performance.now() } }
  }

  /** Why a school that signed in may not continue; undefined if it may. */
  private async whyEnding(school: SignedIn): Promise<string | undefined> {
    const { closed, passwordMark } = await this.now(school)
    return closed ? closedSentences[closed] : passwordMark === school.passwordMark ? undefined : passwordReplaced
  }

  private async search(request: SearchRequest, school: SignedIn): Promise<Buffer> {
    const { referenceId, databases, query, resultSet, replaces } = request
    try {
      const ofExplain = isExplain(databases)
      if (!ofExplain) this.refuseOtherDatabases(databases)
      if (query.tag !== 1 && query.tag !== 101) throw new Diagnostic('unsupportedQueryType', String(query.tag))
      const others = ofExplain ? school.resultSets : this.explained
      if (!replaces && (this.explained.has(resultSet) || school.resultSets.has(resultSet)))
        throw new Diagnostic('resultSetExists', resultSet)
      const total = ofExplain ? this.explained.search(request) : await this.find(request, school)
      others.delete(resultSet)
      const count = piggyBacked(request, total)
      if (count === 0) return searchResponse(referenceId, total, undefined)
      const elementSet = total <= request.smallSetUpperBound ? request.smallElementSet : request.mediumElementSet
      const first = { resultSet, start: 1, count, elementSet, syntax: request.syntax }
      const presented = await this.presented(first, school).catch(asDiagnostic)
      return searchResponse(referenceId, total, presented)
    } catch (error) {
      return searchFailure(referenceId, asDiagnostic(error))
    }
  }

  private async find({ query, resultSet, replaces }: SearchRequest, school: SignedIn): Promise<number> {
    const given = {
      resultSet: (name: string) => school.resultSets.get(name).clause,
      lookup: startLookup(this.portal, { isStaff: true }),
      charset: this.characters?.charset,
    }
    return (await school.resultSets.make(resultSet, replaces, () => clauseOfRpn(query, given))).total
  }

  private refuseOtherDatabases(databases: string[]): void {
    const [database] = databases
    if (databases.length > 1) throw new Diagnostic('tooManyDatabases', databases.join(' '))
    if (database?.toLowerCase() !== this.database.toLowerCase()) throw new Diagnostic('databaseDoesNotExist', database)
  }

  private async present(request: PresentRequest, school: SignedIn): Promise<Buffer> {
    const presented = request.isUnsupported
      ? new Diagnostic('onlyGenericElementSets')
      : await this.presented(request, school).catch(asDiagnostic)
    return presentResponse(request.referenceId, presented)
  }

  private async presented(
    { resultSet, start, count, ...wish }: Pick<PresentRequest, 'resultSet' | 'start' | 'count'> & Wish,
    school: SignedIn,
  ): Promise<Presented> {
    if (this.explained.has(resultSet)) return this.explained.present({ resultSet, start, count, syntax: wish.syntax })
    const set = school.resultSets.get(resultSet)
    const { total, generation } = set
    if (start < 1 || count < 0 || start + count - 1 > total)
      throw new Diagnostic('presentOutOfRange', `${start}+${count}`)
    const last = start - 1 + Math.min(count, maxRecordsAtOnce)
    const [giving, read] = await Promise.all([this.giving(wish, school), school.resultSets.read(set, start, last)])
    const parts: Buffer[] = []
    const taken: Fingerprint[] = []
    let size = 0
    for (const id of read.ids) {
      const stored = read.records.get(id)
      const record = stored ? this.recordOr(stored, giving) : new Diagnostic('systemErrorInRecord', `${id} was removed`)
      const part = recordPart(this.database, record)
      if (parts.length > 0 && size + part.length > this.messageSize) break
      parts.push(part)
      size += part.length
      if (stored && !giving.isBrief && 'record' in record) taken.push(stored.print)
    }
    void this.portal.taken(school.customerId, generation, taken)
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

  private async giving({ elementSet = 'F', syntax = syntaxes.usmarc }: Wish, school: SignedIn): Promise<Giving> {
    if (!Object.values<string>(syntaxes).includes(syntax)) throw new Diagnostic('unsupportedRecordSyntax', syntax)
    const elements = elementSet.toUpperCase()
    if (elements !== 'F' && elements !== 'B') throw new Diagnostic('unknownElementSet', elementSet)
    const { preferences: settings } = await this.now(school)
    const own = settings.downloadFileFormat === 'MARC_21_MARC8' ? 'marc-8' : 'utf-8'
    const isMarc8 = (this.characters?.inRecords ? this.characters.charset : own) === 'marc-8'
    return { syntax, isBrief: elements === 'B', encoding: isMarc8 ? 'marc-8' : 'utf-8', preferences: settings }
  }

  private async scan(request: ScanRequest): Promise<Buffer> {
    return scanResponse(request.referenceId, await this.scanned(request).catch(asDiagnostic))
  }

  private async scanned({ databases, attributeSet, start, stepSize, ...wanted }: ScanRequest): Promise<Scanned> {
    this.refuseOtherDatabases(databases)
    if (stepSize > 0) throw new Diagnostic('onlyZeroStepSize', String(stepSize))
    const count = Math.min(Math.max(0, wanted.count), maxTermsAtOnce)
    if (wanted.position < 0 || wanted.position > count + 1)
      throw new Diagnostic('unsupportedScanPosition', String(wanted.position))
    const { at, use, text } = startOfScan(start, attributeSet, this.characters?.charset)
    const found = await scanAt(this.portal, at, text, { position: wanted.position, count })
    if (!found) throw new Diagnostic('unsupportedUse', String(use))
    const entries = [...found.before, ...found.after]
    return { entries, position: wanted.position && found.before.length + 1, isShort: entries.length < count }
  }

  /** While the database is away, a school continues as it was: searches do not need the database. */
  private async now(school: SignedIn): Promise<SchoolNow> {
    const at = performance.now()
    if (at - school.known.at <= nowMs) return school.known
    const now = await this.portal.schoolNow(school.customerId).catch((error: Error) => {
      void this.portal.report(error.stack ?? String(error), { customerId: school.customerId })
      return school.known
    })
    school.known = { ...now, at }
    return now
  }
}

const refusalOf = (reason: string | undefined) =>
  reason === undefined ? new Diagnostic('wrongLogin') : new Diagnostic('noDatabaseForUser', reason)

function deleteSets({ referenceId, all, resultSets }: DeleteRequest, kinds: (ResultSets | ExplainSets)[]): Buffer {
  if (all) for (const sets of kinds) sets.clear()
  const names = all ? [] : resultSets
  return deleteResponse(
    referenceId,
    names.map((name) => ({ name, existed: kinds.some((sets) => sets.delete(name)) })),
  )
}

function sortSets({ referenceId, ...request }: SortRequest, sets: ResultSets): Buffer {
  try {
    sets.sort(request)
    return sortResponse(referenceId)
  } catch (error) {
    return sortResponse(referenceId, asDiagnostic(error))
  }
}

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

/** A failure of the catalogue as the diagnostic that clients understand; anything else ends the association. */
function asDiagnostic(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error
  if (!(error instanceof Problem)) throw error
  return error.status >= 500
    ? new Diagnostic('temporarySystemError', error.messages[0])
    : new Diagnostic('unsupportedSearch', error.messages[0])
}
