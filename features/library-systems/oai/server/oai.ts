import type { App } from '#app/app.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import { formatOf, formatsXml } from './oai-formats.ts'
import { type Harvested, type Harvester, identifierOf, openHarvest } from './oai-harvest.ts'
import {
  type Arguments,
  datestamp,
  OaiError,
  type Resumption,
  readRequest,
  readSpan,
  readToken,
  type Verb,
} from './oai-request.ts'
import { downloadedSet, setsXml } from './oai-sets.ts'
import { errorXml, identifyXml, responseXml } from './oai-xml.ts'

type Service = Harvested & Pick<App, 'clock'>
export type OaiAnswer = { xml: string } | 'sign in'

/** OAI-PMH requires a dot in the domain, which `portal@localhost` lacks; `.invalid` (RFC 2606) is no one's. */
const withDomain = (address: string) => (/@.*\./.test(address) ? address : `${address}.invalid`)

/**
 * Answers requests of OAI-PMH 2.0; a fault of the request is an error in the XML. `customerId`: the school, or null.
 * Visitors get no more than brief Dublin Core; for the rest, or if even that is closed, they must sign in.
 */
export function openOai(service: Service) {
  const { env, db, catalogue, clock } = service
  const baseUrl = `${env.publicUrl}/oai`
  const harvest = openHarvest(service)
  const isOpen = ({ customerId }: Pick<Harvester, 'customerId'>, prefix: string, set: string | undefined) =>
    customerId !== null || (formatOf(prefix).isOpen && set !== downloadedSet)

  async function identify(): Promise<string> {
    const [first] = await catalogue.changes({ limit: 1 })
    return identifyXml({
      repositoryName: env.providerName,
      baseUrl,
      adminEmail: withDomain(env.supportEmail),
      earliestDatestamp: datestamp(first?.changedAt ?? Math.floor(clock().getTime() / 1000)),
      repositoryIdentifier: new URL(env.publicUrl).hostname,
    })
  }

  function idOf(identifier: string): string {
    const start = identifierOf(env, '')
    try {
      if (identifier.startsWith(start)) return decodeURIComponent(identifier.slice(start.length))
    } catch {
      // Half an escape.
    }
    throw new OaiError('idDoesNotExist', `Identifiers start with ${start}`)
  }

  async function listFormats({ identifier }: Arguments): Promise<string> {
    const id = identifier === undefined ? undefined : idOf(identifier)
    if (id !== undefined && (await catalogue.changesOf([id])).size === 0)
      throw new OaiError('idDoesNotExist', 'There is no such record.')
    return `<ListMetadataFormats>\n${formatsXml()}</ListMetadataFormats>\n`
  }

  function listed(verb: Resumption['verb'], args: Arguments): Parameters<typeof harvest.list>[0] {
    if (args.resumptionToken !== undefined) return readToken(args.resumptionToken, verb)
    const { metadataPrefix, set } = args
    return { verb, prefix: metadataPrefix!, ...readSpan(args), ...(set === undefined ? {} : { set }), given: 0 }
  }

  async function bodyOf(verb: Verb, args: Arguments, harvester: Harvester): Promise<string | undefined> {
    switch (verb) {
      case 'Identify':
        return identify()
      case 'ListMetadataFormats':
        return listFormats(args)
      case 'ListSets':
        if (args.resumptionToken !== undefined)
          throw new OaiError('badResumptionToken', 'ListSets returns all sets at once.')
        return `<ListSets>\n${await setsXml(service, harvester.customerId)}</ListSets>\n`
      case 'GetRecord':
        if (!isOpen(harvester, args.metadataPrefix!, undefined)) return undefined
        return harvest.get(idOf(args.identifier!), args.metadataPrefix!, harvester)
      default: {
        const list = listed(verb, args)
        return isOpen(harvester, list.prefix, list.set) ? harvest.list(list, harvester) : undefined
      }
    }
  }

  return async (given: URLSearchParams, customerId: string | null): Promise<OaiAnswer> => {
    const responseDate = datestamp(Math.floor(clock().getTime() / 1000))
    const respond = (request: Record<string, string>, body: string): OaiAnswer => ({
      xml: responseXml({ responseDate, baseUrl, request, body }),
    })
    if (customerId === null && !env.oaiOpen) return 'sign in'
    try {
      const { verb, args } = readRequest(given)
      const preferences = customerId === null ? undefined : await readSettings(db, customerId)
      const body = await bodyOf(verb, args, { customerId, preferences })
      return body === undefined ? 'sign in' : respond({ verb, ...args }, body)
    } catch (error) {
      if (!(error instanceof OaiError)) throw error
      return respond(requestOf(given, error), errorXml(error))
    }
  }
}

/** A request that cannot be read is not repeated (OAI-PMH 2.0, 3.2). */
function requestOf(given: URLSearchParams, { code }: OaiError): Record<string, string> {
  return code === 'badVerb' || code === 'badArgument' ? {} : Object.fromEntries(given)
}
