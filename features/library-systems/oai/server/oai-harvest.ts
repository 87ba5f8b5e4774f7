import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#app/app.ts'
import type { ChangeValues } from '#features/catalogue/facets.ts'
import type { CatalogueRecord, ListedChange, RecordChange } from '#features/catalogue/server/catalogue-port.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { formatOf, metadataOf } from './oai-formats.ts'
import { listOf } from './oai-list.ts'
import { datestamp, OaiError, type Resumption, resumptionToken } from './oai-request.ts'
import { openMemberships, readSet } from './oai-sets.ts'
import { attributes, headerXml, recordXml } from './oai-xml.ts'

export type Harvested = Pick<App, 'db' | 'catalogue' | 'log' | 'env'>
/** The harvester; null and no preferences for a visitor. */
export type Harvester = { customerId: string | null; preferences: Preferences | undefined }

/** Bounds of one response; bytes of XML. */
export const perResponse = { records: 150, bytes: 4 * 1024 * 1024 }
/** Converts records for this long, then pauses as long, ms: others have at least half of the thread. */
const turnMs = 5

/** Host and record id; the id is escaped as in an address. */
export const identifierOf = ({ publicUrl }: App['env'], id: string): string =>
  `oai:${new URL(publicUrl).hostname}:${encodeURIComponent(id)}`

export function openHarvest(service: Harvested) {
  const { catalogue, log, env } = service
  const memberships = openMemberships(service)

  /** The stored records, without those that were removed in between. */
  async function storedOf(changes: RecordChange[]): Promise<Map<string, CatalogueRecord>> {
    const presentIds = changes.flatMap(({ id, removed }) => (removed ? [] : [id]))
    const found = new Map<string, CatalogueRecord>()
    for await (const stored of catalogue.fetch(presentIds)) found.set(stored.document.id, stored)
    return found
  }

  /** Writes changes as headers or records, until there are enough bytes. Undefined: a record cannot be given. */
  async function* written(
    changes: RecordChange[],
    { customerId, preferences }: Harvester,
    { prefix, withMetadata }: { prefix: string; withMetadata: boolean },
  ): AsyncGenerator<string | undefined> {
    const format = formatOf(prefix)
    const stored = await storedOf(changes)
    const setsOf = await memberships(
      changes.map(({ id }) => id),
      customerId,
    )
    let turn = performance.now()
    for (const { id, changedAt, removed } of changes) {
      const record = stored.get(id)
      try {
        if (!record && !removed) yield undefined
        else {
          const header = headerXml({
            identifier: identifierOf(env, id),
            datestamp: datestamp(changedAt),
            sets: setsOf(id, removed ?? valuesOf(record!)),
            isDeleted: removed !== undefined,
          })
          yield withMetadata ? recordXml(header, record && metadataOf(record, format, preferences)) : header
        }
      } catch (error) {
        log.error({ err: error, id }, 'oai: a record cannot be read')
        yield undefined
      }
      if (performance.now() - turn < turnMs) continue
      await pause(turnMs)
      turn = performance.now()
    }
  }

  return {
    /** The next part of a list of headers or records. */
    async list(at: Omit<Resumption, 'after'> & { after?: string | undefined }, harvester: Harvester): Promise<string> {
      const { verb, prefix, from, until, given } = at
      const span = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
      const set = at.set === undefined ? undefined : await readSet(service, at.set)
      if (at.set !== undefined && !set) throw nothingMatches()
      const list = listOf(service, { span, set, customerId: harvester.customerId })
      const form = { prefix, withMetadata: verb === 'ListRecords' }
      let xml = ''
      let count = 0
      let after = at.after
      let hasMore = true
      // A part without any readable record would not be valid.
      while (hasMore && count === 0) {
        const found = await list.read(after, perResponse.records + 1)
        const page: ListedChange[] = found.slice(0, perResponse.records)
        hasMore = found.length > page.length
        let place = 0
        for await (const text of written(page, harvester, form)) {
          after = page[place++]!.cursor
          if (text === undefined) continue
          xml += text
          count++
          if (xml.length >= perResponse.bytes && place < page.length) {
            hasMore = true
            break
          }
        }
      }
      if (count === 0) throw nothingMatches()
      const size = given === 0 && hasMore ? await list.size() : at.size
      const next: Resumption = { ...at, after: after!, given: given + count, ...(size === undefined ? {} : { size }) }
      const isPart = hasMore || at.after !== undefined
      const token = hasMore ? resumptionToken(next) : ''
      return (
        `<${verb}>\n${xml}` +
        (isPart
          ? `<resumptionToken${attributes({ completeListSize: size, cursor: given })}>${token}</resumptionToken>\n`
          : '') +
        `</${verb}>\n`
      )
    },

    async get(id: string, prefix: string, harvester: Harvester): Promise<string> {
      const change = (await catalogue.changesOf([id])).get(id)
      if (change)
        for await (const text of written([change], harvester, { prefix, withMetadata: true }))
          if (text !== undefined) return `<GetRecord>\n${text}</GetRecord>\n`
      throw new OaiError('idDoesNotExist', 'There is no such record.')
    },
  }
}

const valuesOf = ({ document: { scisType, scisLearningArea } }: CatalogueRecord): ChangeValues => ({
  scisType: [scisType].filter(Boolean),
  scisLearningArea,
})

const nothingMatches = () => new OaiError('noRecordsMatch', 'No records match.')
