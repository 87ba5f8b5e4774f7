import { z } from 'zod'
import type { Db } from '#app/app.ts'

/**
 * The ten settings of a customer with the specification's defaults. Only formats that can be written are offered. What
 * was saved by another version and is not understood any more falls back to its default.
 */
export const CustomerSettings = z.object({
  downloadFileFormat: z.enum(['MARC_21', 'MARC_21_MARC8', 'MARC_XML']).catch('MARC_21'),
  deweyPref: z.enum(['FULL_DDC', 'ABRIDGED_DDC']).catch('FULL_DDC'),
  deweyHoldingPref: z.enum(['SCIS_DEFAULT', 'HOLDINGS_852']).catch('SCIS_DEFAULT'),
  isbnFormat: z.enum(['ISBN', 'ISBN_10', 'ISBN_13']).catch('ISBN'),
  subjectHeadingFormat: z.enum(['SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS']).catch('SCOT_SCIS_HEADINGS'),
  isbnDuplicateHandling: z.enum(['PROMPT_LIST', 'FIRST_MATCH', 'ALL_MATCHES']).catch('PROMPT_LIST'),
  enableZ3950: z.boolean().catch(true),
  /** Days for which unmatched identifiers are tried again; -1: never. */
  checkUnmatchedRecordsDays: z.number().int().min(-1).max(365).catch(-1),
  /** A depot's id, '' for none. */
  localDepot: z.string().max(100).catch(''),
  downloadImageAlone: z.boolean().catch(false),
})
export type CustomerSettings = z.infer<typeof CustomerSettings>

/** What the customer saved, with defaults for the rest. */
export async function readSettings(db: Db, customerId: string): Promise<CustomerSettings> {
  const saved = await db
    .selectFrom('customerSettings')
    .select('settings')
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return CustomerSettings.parse(saved?.settings ?? {})
}
