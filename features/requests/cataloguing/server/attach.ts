import type { App, Db } from '#app/app.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { requestForPerson } from '#features/downloads/server/downloads.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { plainText } from '#kit/server/plain-text.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { findOpenItems } from '../../check-in/server/hold-items.ts'
import { holdToAnswer, type Leaving } from '../answers/server/hold-to-answer.ts'
import { type cataloguingApi, cataloguingProblem } from '../contract.ts'
import { answerItems } from './answer-items.ts'
import { cataloguedMail, requestNumbers } from './desk-mails.ts'
import { readOneRecord } from './read-file.ts'
import { recipientsOf } from './recipients.ts'
import { itemsOfWork } from './work.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock' | 'queue' | 'metrics' | 'env'>
type Desk = Pick<Caller, 'userId'>
type Given = Omit<Input<typeof cataloguingApi.attachRecord>, 'undoMinutes'>

/** Serialised: of two simultaneous records for the same items, the second is never loaded. */
const inTurn = limitConcurrency(1)

/**
 * Answers items with a record, which is loaded before the items refer to it. After a crash in between, the catalogue
 * has an additional record, and a retry succeeds as if it were the first try.
 */
export function attachRecord(
  app: Needs,
  caller: Desk,
  given: Given,
  leaving?: Leaving,
): Promise<Reply<typeof cataloguingApi.attachRecord>> {
  return inTurn(() => attachInTurn(app, caller, given, leaving))
}

/** The record to answer with, not loaded yet if it is in a file. */
export async function checkedRecord(
  app: Pick<Needs, 'db' | 'catalogue'>,
  given: Given,
): Promise<{ document: BibliographicDocument; toLoad?: CatalogueRecord }> {
  const { itemIds, recordId, base64 } = given
  if ((recordId === undefined) === (base64 === undefined)) throw cataloguingProblem('record_missing')
  await findOpenItems(app.db, itemIds)
  if (base64 === undefined) return { document: await documentOf(app, recordId!) }
  const { itemNumber } = (await itemsOfWork(app, itemIds[0]!))[0]!
  const record = await readOneRecord(base64, itemNumber)
  if (!given.replace && (await hasAnother(app, record))) throw cataloguingProblem('would_replace')
  return { document: record.document, toLoad: record }
}

async function attachInTurn(app: Needs, caller: Desk, given: Given, leaving: Leaving | undefined) {
  const { document, toLoad: record } = await checkedRecord(app, given)
  if (!record) return answerWith(app, caller, document, given, leaving)
  const { loaded } = await app.catalogue.write([record])
  try {
    return await answerWith(app, caller, document, given, leaving)
  } catch (error) {
    // Answered or withdrawn meanwhile: the loaded record is not needed.
    if (loaded === 1 && !(await isNamed(app.db, record.document.id))) await app.catalogue.remove([record.document.id])
    throw error
  }
}

/** Updates items, timelines, downloads and mails: all or nothing. */
async function answerWith(
  app: Needs,
  caller: Desk,
  document: BibliographicDocument,
  given: Given,
  leaving: Leaving | undefined,
) {
  const note = plainText(given.note ?? '')
  return app.db.transaction().execute(async (tx) => {
    const items = await holdToAnswer(tx, given.itemIds, leaving)
    const downloadRequestIds = new Map<string, string>()
    for (const { person, items: theirs } of await recipientsOf(tx, items)) {
      const downloadRequestId = await requestForPerson(app, tx, person, {
        name: `Catalogued for ${requestNumbers(theirs)}: ${document.title.titlePrimary || document.id}`,
        identities: [...new Set(theirs.map(({ standardNumber }) => standardNumber || document.id))],
        ids: [document.id],
      })
      if (downloadRequestId) for (const { id } of theirs) downloadRequestIds.set(id, downloadRequestId)
      const mail = cataloguedMail(app.env, theirs, { document, note, downloadRequestId })
      if (person.to !== undefined) await enqueueMail(app, { to: person.to, ...mail }, tx)
    }
    if (given.base64 !== undefined) {
      const loaded = { action: 'records_loaded', subject: document.id }
      await recordAudit(tx, { ...loaded, now: app.clock(), customerId: null, userId: caller.userId })
    }
    const answered = await answerItems(tx, { caller, now: app.clock(), decidedAt: leaving?.createdAt }, items, {
      status: 'CATALOGUED',
      recordId: document.id,
      note,
      downloadRequestIds,
    })
    return { response: { recordId: document.id, items: answered, answerId: null, leavesDate: null } }
  })
}

async function documentOf({ catalogue }: Pick<Needs, 'catalogue'>, recordId: RecordId): Promise<BibliographicDocument> {
  const [document] = await catalogue.documents([recordId])
  if (!document) throw cataloguingProblem('record_not_found')
  return document
}

/** True if the catalogue has a different record with this number. */
async function hasAnother(
  { catalogue }: Pick<Needs, 'catalogue'>,
  { document, marc }: CatalogueRecord,
): Promise<boolean> {
  for await (const known of catalogue.fetch([document.id])) return !Buffer.from(known.marc).equals(Buffer.from(marc))
  return false
}

async function isNamed(db: Db, recordId: RecordId): Promise<boolean> {
  const item = await db.selectFrom('catalogueItem').select('id').where('recordId', '=', recordId).executeTakeFirst()
  return item !== undefined
}
