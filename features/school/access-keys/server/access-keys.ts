import { randomBytes, randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { mailAboutSecret } from '#features/school/organisation/server/mail-about-secret.ts'
import { businessDay, type Clock, type Day } from '#kit/day.ts'
import type { KeyScope } from '#kit/key-scopes.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type AccessKey, accessKeyProblem } from '../contract.ts'
import { maxKeys } from '../rules.ts'
import { hashKey, scopesOf } from './key-callers.ts'

type Part = Pick<App, 'db' | 'clock'>
type Mailing = Part & Pick<App, 'queue' | 'env'>
type Given = { name: string; scopes: KeyScope[]; expiresDate: Day | null }

export { hashKey, openKeyCallers } from './key-callers.ts'

export async function listAccessKeys({ db }: Pick<App, 'db'>, { customerId }: SchoolCaller) {
  const { apiUserId } = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('apiUserId')
    .executeTakeFirstOrThrow()
  return { apiUser: { id: apiUserId }, response: await keysOf(db, customerId) }
}

/** Returns the key, of which only a hash is stored. */
export function makeAccessKey(app: Mailing, { customerId, userId }: SchoolCaller, given: Given) {
  const now = app.clock()
  refuseInPast(given, app.clock)
  const { secret, hashed } = newSecret()
  const id = randomUUID()
  return app.db.transaction().execute(async (tx) => {
    const others = await namesOf(tx, customerId)
    if (others.length >= maxKeys) throw accessKeyProblem('too_many_access_keys')
    refuseTaken(others, given.name)
    const row = { id, customerId, userId, createdAt: now, usedAt: null, ...columnsOf(given), ...hashed }
    await tx.insertInto('accessKey').values(row).execute()
    await audit(tx, { now, customerId, userId, action: 'access_key_made', name: given.name, after: given })
    await mailAboutSecret(app, tx, { customerId, userId, what: 'keyMade', name: given.name })
    return { response: await keyOf(tx, customerId, id), newAccessKey: secret }
  })
}

export function changeAccessKey(
  { db, clock }: Part,
  { customerId, userId }: SchoolCaller,
  { id, ...given }: Given & { id: string },
) {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const others = await namesOf(tx, customerId)
    const before = await keyOf(tx, customerId, id)
    if (given.expiresDate !== before.expiresDate) refuseInPast(given, clock)
    refuseTaken(
      others.filter((name) => name !== before.name),
      given.name,
    )
    await tx.updateTable('accessKey').set(columnsOf(given)).where('id', '=', id).execute()
    const { name, scopes, expiresDate } = before
    const change = { before: { name, scopes, expiresDate }, after: given }
    await audit(tx, { now, customerId, userId, action: 'access_key_changed', name: given.name, ...change })
    return { response: await keyOf(tx, customerId, id) }
  })
}

/** The former secret stops working at once. */
export function renewAccessKey(app: Mailing, { customerId, userId }: SchoolCaller, { id }: { id: string }) {
  const now = app.clock()
  const { secret, hashed } = newSecret()
  return app.db.transaction().execute(async (tx) => {
    const { name } = await keyOf(tx, customerId, id)
    const row = { ...hashed, userId, createdAt: now, usedAt: null }
    await tx.updateTable('accessKey').set(row).where('id', '=', id).execute()
    await audit(tx, { now, customerId, userId, action: 'access_key_renewed', name })
    await mailAboutSecret(app, tx, { customerId, userId, what: 'keyRenewed', name })
    return { response: await keyOf(tx, customerId, id), newAccessKey: secret }
  })
}

export function withdrawAccessKey(app: Mailing, { customerId, userId }: SchoolCaller, { id }: { id: string }) {
  return app.db.transaction().execute(async (tx) => {
    const { name } = await keyOf(tx, customerId, id)
    await tx.deleteFrom('accessKey').where('id', '=', id).execute()
    await audit(tx, { now: app.clock(), customerId, userId, action: 'access_key_withdrawn', name })
    await mailAboutSecret(app, tx, { customerId, userId, what: 'keyWithdrawn', name })
    return {}
  })
}

function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hashed: { keyHash: hashKey(secret), hint: secret.slice(-4) } }
}

const columnsOf = ({ name, scopes, expiresDate }: Given) => ({
  name,
  scopes: [...new Set(scopes)],
  expiresOn: expiresDate,
})

function refuseInPast({ expiresDate }: Given, clock: Clock): void {
  if (expiresDate !== null && expiresDate < businessDay(clock))
    throw accessKeyProblem('expires_in_past', { errors: { expiresDate: ['The last day can’t be in the past.'] } })
}

/** Locks the school, so that two calls at once cannot both see a free place or name. */
async function namesOf(tx: Db, customerId: string): Promise<string[]> {
  await tx.selectFrom('customer').where('id', '=', customerId).select('id').forUpdate().executeTakeFirstOrThrow()
  const rows = await tx.selectFrom('accessKey').where('customerId', '=', customerId).select('name').execute()
  return rows.map(({ name }) => name)
}

function refuseTaken(others: string[], name: string): void {
  if (others.some((other) => other.toLowerCase() === name.toLowerCase()))
    throw accessKeyProblem('access_key_name_taken', { errors: { name: ['Another access key has this name.'] } })
}

type Noted = Omit<Parameters<typeof recordAudit>[1], 'subject'> & { name: string }
const audit = (tx: Db, { name, ...entry }: Noted) => recordAudit(tx, { ...entry, subject: name })

async function keyOf(db: Db, customerId: string, id: string): Promise<AccessKey> {
  const key = (await keysOf(db, customerId)).find((each) => each.id === id)
  if (!key) throw accessKeyProblem('access_key_not_found')
  return key
}

const monthsListed = 12

async function keysOf(db: Db, customerId: string): Promise<AccessKey[]> {
  const keys = await db
    .selectFrom('accessKey')
    .innerJoin('appUser', 'appUser.id', 'accessKey.userId')
    .where('accessKey.customerId', '=', customerId)
    .orderBy('accessKey.createdAt', 'desc')
    .orderBy('accessKey.id')
    .select(['accessKey.id', 'name', 'hint', 'scopes', 'accessKey.createdAt', 'expiresOn', 'usedAt'])
    .select(['firstName', 'lastName', 'username', 'role', 'disabledAt', 'appUser.customerId as makersSchool'])
    .execute()
  const uses = await db
    .selectFrom('accessKeyUse')
    .innerJoin('accessKey', 'accessKey.id', 'accessKeyUse.keyId')
    .where('customerId', '=', customerId)
    .orderBy('month', 'desc')
    .select(['keyId', 'month', 'calls'])
    .execute()
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    endedScopes: scopesOf(key).endedScopes,
    createdDate: key.createdAt.toISOString(),
    madeBy: `${key.firstName} ${key.lastName}`.trim() || key.username,
    makerActive: key.disabledAt === null && key.makersSchool === customerId && key.role !== 'student',
    expiresDate: key.expiresOn,
    usedDate: key.usedAt?.toISOString() ?? null,
    uses: uses
      .filter(({ keyId }) => keyId === key.id)
      .slice(0, monthsListed)
      .map(({ month, calls }) => ({ month, calls })),
  }))
}
