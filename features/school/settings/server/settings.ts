import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { depotsFor } from '#features/school/depots/server/depots.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { maxChanges, Settings, type SettingsChange, type settingsApi, settingsProblem } from '../contract.ts'
import { defaultSettings } from '../rules.ts'

const { shape } = Settings

/**
 * A customer's settings as stored. Absent values, and values of another version that are no longer valid, fall back
 * to their defaults.
 */
export const CustomerSettings = z.object({
  downloadFileFormat: shape.downloadFileFormat.catch(defaultSettings.downloadFileFormat),
  deweyPref: shape.deweyPref.catch(defaultSettings.deweyPref),
  deweyHoldingPref: shape.deweyHoldingPref.catch(defaultSettings.deweyHoldingPref),
  isbnFormat: shape.isbnFormat.catch(defaultSettings.isbnFormat),
  subjectHeadingFormat: shape.subjectHeadingFormat.catch(defaultSettings.subjectHeadingFormat),
  isbnDuplicateHandling: shape.isbnDuplicateHandling.catch(defaultSettings.isbnDuplicateHandling),
  enableZ3950: shape.enableZ3950.catch(defaultSettings.enableZ3950),
  checkUnmatchedRecordsDays: shape.checkUnmatchedRecordsDays.catch(defaultSettings.checkUnmatchedRecordsDays),
  localDepot: shape.localDepot.catch(defaultSettings.localDepot),
  downloadImageAlone: shape.downloadImageAlone.catch(defaultSettings.downloadImageAlone),
  downloadContent: shape.downloadContent.catch(defaultSettings.downloadContent),
  fileNamePattern: shape.fileNamePattern.catch(defaultSettings.fileNamePattern),
})
export type CustomerSettings = Settings

/** The customer's saved settings, with defaults for the rest. */
export async function readSettings(db: Db, customerId: string): Promise<CustomerSettings> {
  return (await savedSettings(db, customerId)) ?? defaultSettings
}

/** Settings for calls, read from memory. */
export async function recallSettings(
  { db, recall }: Pick<App, 'db' | 'recall'>,
  customerId: string,
): Promise<CustomerSettings> {
  const value = async () => ({ of: [customerId], value: await readSettings(db, customerId) })
  return (await recall(`settings ${customerId}`, value))!
}

export async function customerSettings(
  { db }: Pick<App, 'db'>,
  caller: SchoolCaller,
  id: string,
): Promise<{ response: Settings }> {
  checkOwn(caller, id)
  const saved = await savedSettings(db, id)
  if (!saved) throw settingsProblem('settings_not_saved')
  return { response: saved }
}

/** Concurrent saves lose nothing: each changes only its own settings, one after the other. */
export async function updateSettings(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SchoolCaller,
  { id: customerId, ...wanted }: Input<typeof settingsApi.updateSettings>,
): Promise<{ response: Settings }> {
  checkOwn(caller, customerId)
  if (Object.values(wanted).every((value) => value === undefined))
    return { response: await readSettings(db, customerId) }
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('customerSettings')
      .values({ customerId, settings: '{}' })
      .onConflict((conflict) => conflict.column('customerId').doNothing())
      .execute()
    const row = await tx
      .selectFrom('customerSettings')
      .select('settings')
      .where('customerId', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = CustomerSettings.parse(row.settings)
    await checkDepot(tx, customerId, wanted.localDepot, before.localDepot)
    const now = clock()
    // Keeps additional settings that another version has saved.
    const settings = JSON.stringify({ ...(row.settings as object), ...wanted })
    await tx
      .updateTable('customerSettings')
      .set({ settings, updatedAt: now })
      .where('customerId', '=', customerId)
      .execute()
    const after = CustomerSettings.parse(JSON.parse(settings))
    await noteChange(tx, caller, { before, after, now })
    return { response: after }
  })
}

/** A chosen depot may stay after it is withdrawn. */
async function checkDepot(db: Db, customerId: string, wanted: string | undefined, kept: string) {
  if (!wanted || wanted === kept) return
  const offered = await depotsFor(db, customerId)
  if (!offered.some(({ id }) => id === wanted)) throw settingsProblem('depot_not_offered')
}

export async function settingsChanges(
  { db }: Pick<App, 'db'>,
  caller: SchoolCaller,
  id: string,
): Promise<{ response: SettingsChange[] }> {
  checkOwn(caller, id)
  const rows = await db
    .selectFrom('settingsChange')
    .innerJoin('appUser', 'appUser.id', 'settingsChange.userId')
    .select(['settingsChange.id', 'changedAt', 'before', 'after', 'firstName', 'lastName', 'username'])
    .where('settingsChange.customerId', '=', id)
    .orderBy('changedAt', 'desc')
    .orderBy('settingsChange.id', 'desc')
    .limit(maxChanges)
    .execute()
  return {
    response: rows.map((row) => ({
      id: row.id,
      changedDate: row.changedAt.toISOString(),
      changedBy: `${row.firstName} ${row.lastName}`.trim() || row.username,
      changes: Object.entries(row.after).map(([setting, to]) => ({ setting, from: row.before[setting]!, to })),
    })),
  }
}

/** Another customer's settings are reported as absent, to keep that customer's existence private. */
export function checkOwn({ customerId }: SchoolCaller, id: string) {
  if (id !== customerId) throw settingsProblem('customer_not_found')
}

async function savedSettings(db: Db, customerId: string): Promise<Settings | undefined> {
  const saved = await db
    .selectFrom('customerSettings')
    .select('settings')
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return saved && CustomerSettings.parse(saved.settings)
}

type Noted = { before: Settings; after: Settings; now: Date }

/** Recorded in the audit log and in the settings' own history, which their screen lists. */
async function noteChange(tx: Db, { customerId, userId }: SchoolCaller, { before, after, now }: Noted) {
  const changed = difference(before, after)
  if (!changed) return
  await tx
    .insertInto('settingsChange')
    .values({
      id: randomUUID(),
      customerId,
      userId,
      before: JSON.stringify(changed.before),
      after: JSON.stringify(changed.after),
      changedAt: now,
    })
    .execute()
  await recordAudit(tx, { now, customerId, userId, action: 'settings_changed', ...changed })
}
