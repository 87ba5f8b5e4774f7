import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { openRecordPath } from '#features/catalogue/rules.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { mapOf } from '#kit/map-of.ts'
import type { Caller } from '#kit/server/caller.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import type { ReferenceFormId } from '#marc/citation/ids.ts'
import { referenceFile, referenceForms } from '#marc/citation/reference-files.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { MarcError } from '#marc/marc-error.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { modsFooter, modsHeader, recordToMods } from '#marc/mods/mods.ts'
import type { MarcRecord } from '#marc/record.ts'
import { reducedRecord } from '../rules.ts'
import { unlessKnown } from './conditional.ts'
import {
  type Alternate,
  missingRecordPage,
  openPagePolicy,
  openRecordPage,
  type PageSettings,
  signInForRecord,
  wholeRecordPath,
} from './open-page.ts'
import { reducedMarc } from './reduced-marc.ts'

type Call = { caller: Caller | null; request: FastifyRequest; reply: FastifyReply }
type Needs = Pick<App, 'catalogue' | 'clock'> & { env: PageSettings & { openRecords: boolean } }

type Form = {
  type: string
  label: string
  /** `whole`: undefined if the record's MARC cannot be read. */
  write(reduced: BibliographicDocument, publicUrl: string, whole?: MarcRecord): string
}

/** The reduced record as files, by their ending. */
const forms = mapOf<Form>({
  ...Object.fromEntries(
    (Object.keys(referenceForms) as ReferenceFormId[]).map((id): [string, Form] => {
      const { ending, mediaType, label } = referenceForms[id]
      return [ending, { type: mediaType, label, write: (reduced) => referenceFile(id, [cslJsonOf(reduced)]) }]
    }),
  ),
  marcxml: {
    type: 'application/marcxml+xml',
    label: 'MARCXML',
    write: (...given) => marcXmlHeader + recordToMarcXml(reducedMarc(...given)) + marcXmlFooter,
  },
  mods: {
    type: 'application/mods+xml',
    label: 'MODS',
    write: (...given) => modsHeader + recordToMods(reducedMarc(...given)) + modsFooter,
  },
})

const alternatesOf = (id: string): Alternate[] =>
  [...forms].map(([ending, { type, label }]) => ({ path: `${openRecordPath(id)}.${ending}`, type, label }))

/** A record's number; with the form, if the ending of one follows and no record has the whole as its number. */
async function readName(catalogue: Needs['catalogue'], name: string): Promise<{ id: string; form?: Form }> {
  const [, id, ending] = /^(.+)\.([a-z]+)$/.exec(name) ?? []
  if (id === undefined || !forms.has(ending!)) return { id: name }
  const known = await catalogue.known([name, id])
  return known.includes(name) || !known.includes(id) ? { id: name } : { id, form: forms.get(ending!)! }
}

function wholeOf({ marc }: CatalogueRecord): MarcRecord | undefined {
  try {
    return decodeRecord(marc).record
  } catch (error) {
    if (error instanceof MarcError) return undefined
    throw error
  }
}

/** Sends the record in this form; returns false if there is none. Not the reply: awaited, it gives undefined. */
async function sendForm(
  { catalogue, clock, env }: Needs,
  id: string,
  form: Form,
  { request, reply }: Call,
): Promise<boolean> {
  let record: CatalogueRecord | undefined
  for await (const found of catalogue.fetch([id])) record = found
  if (!record) return false
  const text = form.write(reducedRecord(record.document), env.publicUrl, wholeOf(record))
  const answer = unlessKnown({ request, reply }, text, { now: clock(), cacheControl: 'public, max-age=3600' })
  if (answer === text) reply.type(`${form.type}; charset=utf-8`).send(text)
  return true
}

/**
 * A record's page for strangers; people who are signed in continue to the whole record. 404: there never was one with
 * this number. 410: it was removed.
 */
export async function showOpenRecord({ catalogue, clock, env }: Needs, name: string, { caller, request, reply }: Call) {
  const { id, form } = await readName(catalogue, name)
  if (form && env.openRecords && (await sendForm({ catalogue, clock, env }, id, form, { caller, request, reply })))
    return reply
  // A program with an access key reads the page as a stranger does.
  if (caller && !caller.key) return reply.redirect(wholeRecordPath(id))
  if (!env.openRecords) return reply.redirect(signInForRecord(id))
  reply.header('content-security-policy', openPagePolicy)
  const [[document], change] = await Promise.all([
    catalogue.documents([id]),
    catalogue.changesOf([id]).then((changes) => changes.get(id)),
  ])
  if (!document) {
    const kind = change?.removed ? 'removed' : 'unknown'
    reply.code(kind === 'removed' ? 410 : 404)
    return missingRecordPage(kind, env)
  }
  reply.header('vary', 'cookie')
  return unlessKnown({ request, reply }, openRecordPage(reducedRecord(document), env, alternatesOf(id)), {
    changedAt: change && change.changedAt * 1000,
    now: clock(),
    // The sign-in decides what is here.
    cacheControl: 'no-cache',
  })
}
