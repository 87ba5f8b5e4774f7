import type { App, Db } from '#app/app.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { requestForPerson } from '#features/downloads/server/downloads.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { plainText } from '#kit/server/plain-text.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import { leaveMail } from '#platform/mail/server/mail.ts'
import { findOpenItems, holdOpenItems } from '../../check-in/server/hold-items.ts'
import { type cataloguingApi, cataloguingProblem } from '../contract.ts'
import { answerItems } from './answer-items.ts'
import { cataloguedMail } from './desk-mails.ts'
import { peopleToTell } from './people-to-tell.ts'
import { readOneRecord } from './read-file.ts'
import { itemsOfWork } from './work.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock' | 'queue' | 'metrics' | 'env'>
type Given = Input<typeof cataloguingApi.attachRecord>

/** Serialised: of two simultaneous records for the same items, the second is never loaded. */
const inTurn = limitConcurrency(1)

/**
 * Answers items with a record, which is loaded before the items refer to it. After a crash in between, the catalogue
 * has an additional record, and a retry succeeds as if it were the first try.
 */
export function attachRecord(
  app: Needs,
  caller: Caller,
  given: Given,
): Promise<Reply<typeof cataloguingApi.attachRecord>> {
  return inTurn(() => attachInTurn(app, caller, given))
}

async function attachInTurn(app: Needs, caller: Caller, given: Given) {
  const { itemIds, recordId, base64 } = given
  if ((recordId === undefined) === (base64 === undefined)) throw cataloguingProblem('record_missing')
  await findOpenItems(app.db, itemIds)
  if (base64 === undefined) return answerWith(app, caller, await documentOf(app, recordId!), given)
  const { itemNumber } = (await itemsOfWork(app, itemIds[0]!))[0]!
  const record = await readOneRecord(base64, itemNumber)
  if (!given.replace && (await hasAnother(app, record))) throw cataloguingProblem('would_replace')
  const { loaded } = await app.catalogue.write([record])
  try {
    return await answerWith(app, caller, record.document, given)
  } catch (error) {
    // Answered or withdrawn meanwhile: the loaded record is not needed.
    if (loaded === 1 && !(await isNamed(app.db, record.document.id))) await app.catalogue.remove([record.document.id])
    throw error
  }
}

/** Updates items, timelines, downloads and mails: all or nothing. */
async function answerWith(app: Needs, caller: Caller, document: BibliographicDocument, given: Given) {
  const note = plainText(given.note ?? '')
  return app.db.transaction().execute(async (within) => {
    const items = await holdOpenItems(within, given.itemIds)
    const downloadRequestIds = new Map<string, string>()
    for (const { person, items: theirs } of await peopleToTell(within, items)) {
      const downloadRequestId = await requestForPerson(app, within, person, {
        name: `Catalogued: ${document.title.titlePrimary || document.id}`,
        identities: [...new Set(theirs.map(({ standardNumber }) => standardNumber || document.id))],
        ids: [document.id],
      })
      if (downloadRequestId) for (const { id } of theirs) downloadRequestIds.set(id, downloadRequestId)
      const mail = cataloguedMail(app.env, theirs, { document, note, downloadRequestId })
      if (person.to !== undefined) await leaveMail(app, { to: person.to, ...mail }, within)
    }
    if (given.base64 !== undefined) {
      const loaded = { action: 'records_loaded', subject: document.id }
      await noteAudit(within, { ...loaded, now: app.clock(), customerId: null, userId: caller.userId })
    }
    const answered = await answerItems(within, { caller, now: app.clock() }, items, {
      status: 'CATALOGUED',
      recordId: document.id,
      note,
      downloadRequestIds,
    })
    return { response: { recordId: document.id, items: answered } }
  })
}

async function documentOf({ catalogue }: Needs, recordId: RecordId): Promise<BibliographicDocument> {
  const [document] = await catalogue.documents([recordId])
  if (!document) throw cataloguingProblem('record_not_found')
  return document
}

/** True if the catalogue has a different record with this number. */
async function hasAnother({ catalogue }: Needs, { document, marc }: CatalogueRecord): Promise<boolean> {
  for await (const known of catalogue.fetch([document.id])) return !Buffer.from(known.marc).equals(Buffer.from(marc))
  return false
}

async function isNamed(db: Db, recordId: RecordId): Promise<boolean> {
  const item = await db.selectFrom('catalogueItem').select('id').where('recordId', '=', recordId).executeTakeFirst()
  return item !== undefined
}
