import type { App } from '#app/app.ts'
import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { type Fingerprint, printOf } from '#features/downloads/server/downloads.ts'
import { type CustomerSettings, readSettings } from '#features/school/settings/server/settings.ts'
import { closedSentences } from '#features/school/z3950/rules.ts'
import { type CheckedLogin, checkZ3950Login, loginNow } from '#features/school/z3950/server/z3950.ts'
import { minuteMs } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import { Problem } from '#kit/problem.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { grouped } from '#kit/wording.ts'
import { readsOf } from '../../query/server/in-place.ts'
import { type Outcome, openSignInNotes } from '../../sign-in/server/note-sign-ins.ts'
import { recentGeneration } from '../../taken/server/recent-generation.ts'
import type { TakenRecords } from '../../taken/server/taken-records.ts'

export type Needs = Pick<App, 'db' | 'clock' | 'pause' | 'env' | 'catalogue' | 'log' | 'metrics'>

/** The parts of a record that the Z39.50 server reads. */
export type FetchedRecord = Pick<CatalogueRecord, 'marc' | 'encoding'> & {
  document: { id: RecordId }
  print: Fingerprint
}

/** `generation`: the catalogue's at the search, or up to a second earlier. */
type Searched = { total: number; records: FetchedRecord[]; generation: number }

/** A school's preferences, and whether its library systems may stay signed in. */
export type SchoolNow = Awaited<ReturnType<typeof loginNow>> & { preferences: CustomerSettings }

export type PortalCalls = ReturnType<typeof portalCalls>

/**
 * The portal's calls for the Z39.50 server. It runs in a thread, so arguments and answers are copied, and each is as
 * small as it can be.
 */
export function portalCalls(app: Needs, taken: Pick<TakenRecords, 'note'>) {
  const countSearch = limitSearches(app)
  const recordSignIn = openSignInNotes(app, 'Z39.50')
  const { wordsLike, candidates, unreadable } = readsOf(app)
  return {
    /** The school if the login is right; `reason` only for the right password of a school that is closed. */
    signIn: async (login: {
      name: string
      password: string
      address: string
    }): Promise<{ customerId: string; now: SchoolNow } | { reason: string | undefined }> => {
      const checked = await checkZ3950Login(app, login)
      await recordSignIn({ ...login, outcome: outcomeOf(checked) })
      if (checked === 'wrong' || 'waitSeconds' in checked) return { reason: undefined }
      if ('closed' in checked) return { reason: closedSentences[checked.closed] }
      return { customerId: checked.customerId, now: await schoolNow(app, checked.customerId) }
    },
    schoolNow: (customerId: string) => schoolNow(app, customerId),
    /** The first records come with it, as most clients present them next. */
    search: async (query: CatalogueQuery, customerId: string): Promise<Searched> => {
      countSearch(customerId)
      const search = () => Promise.all([app.catalogue.findRecords(query), recentGeneration(app.catalogue)])
      const [{ total, records }, generation] = await actFrom('z39.50', search, `school:${customerId}`)
      return { total, records: records.map(asFetched), generation }
    },
    ids: async (query: CatalogueQuery, customerId: string): Promise<RecordId[]> => {
      countSearch(customerId)
      return (await actFrom('z39.50', () => app.catalogue.find(query), `school:${customerId}`)).ids
    },
    terms: (...given: Parameters<App['catalogue']['terms']>) => app.catalogue.terms(...given),
    counts: (...given: Parameters<App['catalogue']['counts']>) => app.catalogue.counts(...given),
    wordsLike,
    candidates,
    unreadable,
    records: async (ids: RecordId[]): Promise<FetchedRecord[]> => {
      const fetched: FetchedRecord[] = []
      for await (const record of app.catalogue.fetch(ids)) fetched.push(asFetched(record))
      return fetched
    },
    taken: (...given: Parameters<TakenRecords['note']>) => taken.note(...given),
    /** Connections that are open, and operations since the last time. */
    measured: (connections: number, operations: Record<string, number>) => {
      app.metrics.libraryConnections.set(connections)
      for (const [operation, count] of Object.entries(operations))
        app.metrics.libraryOperations.inc({ protocol: 'Z39.50', operation }, count)
    },
    /** `failure`: the stack of an error. */
    report: (failure: string, more: object = {}) => app.log.error({ ...more, failure }, 'z39.50'),
  }
}

function outcomeOf(checked: CheckedLogin): Outcome {
  if (checked === 'wrong') return 'wrong'
  return 'waitSeconds' in checked ? 'slowed' : 'closed' in checked ? 'closed' : 'accepted'
}

const schoolNow = async (app: Needs, customerId: string): Promise<SchoolNow> => ({
  ...(await loginNow(app, customerId)),
  preferences: await readSettings(app.db, customerId),
})

function asFetched(record: CatalogueRecord): FetchedRecord {
  const { document, marc, encoding } = record
  return { document: { id: document.id }, marc, encoding, print: printOf(record) }
}

/** Throws once a school has made as many searches in a minute as SCHOOL_LIMITS allows. */
function limitSearches({ env, clock }: Needs): (customerId: string) => void {
  const max = env.limits.school.searches
  let [minute, counts] = [0, new Map<string, number>()]
  return (customerId) => {
    if (!max) return
    const now = clock().getTime()
    if (Math.floor(now / minuteMs) !== minute) [minute, counts] = [Math.floor(now / minuteMs), new Map()]
    const count = (counts.get(customerId) ?? 0) + 1
    counts.set(customerId, count)
    if (count <= max) return
    const waitSeconds = Math.ceil(((minute + 1) * minuteMs - now) / 1000)
    const sentence = `Your school can make ${grouped(max)} searches a minute. Please try again in ${formatWait(waitSeconds)}.`
    throw new Problem('too_many_searches', 503, [sentence])
  }
}
