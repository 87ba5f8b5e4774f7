import { randomBytes } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { AccessKey } from '../contract.ts'
import { hashKey } from './hash-key.ts'

export { callerOfKey } from './caller-of-key.ts'

type Part = Pick<App, 'db' | 'clock'>

export async function accessKey(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
): Promise<{ response: AccessKey }> {
  return { response: await keyOf(db, customerId) }
}

/** The key is in this answer and nowhere else. The former one is dead from now on. */
export async function renewAccessKey({ db, clock }: Part, caller: SchoolCaller) {
  const key = randomBytes(32).toString('base64url')
  const made = { accessKeyHash: hashKey(key), accessKeyHint: key.slice(-4), accessKeyUserId: caller.userId }
  const response = await change({ db, clock }, caller, 'access_key_renewed', { ...made, accessKeyMadeAt: clock() })
  return { response: { ...response, newAccessKey: key } }
}

export async function withdrawAccessKey(part: Part, caller: SchoolCaller): Promise<{ response: AccessKey }> {
  const none = { accessKeyHash: null, accessKeyHint: null, accessKeyUserId: null, accessKeyMadeAt: null }
  return { response: await change(part, caller, 'access_key_withdrawn', none) }
}

type Columns = {
  accessKeyHash: string | null
  accessKeyHint: string | null
  accessKeyUserId: string | null
  accessKeyMadeAt: Date | null
}

const change = ({ db, clock }: Part, { customerId, userId }: SchoolCaller, action: string, columns: Columns) =>
  db.transaction().execute(async (within) => {
    const { apiUserId } = await within
      .updateTable('customer')
      .set({ ...columns, accessKeyUsedAt: null })
      .where('id', '=', customerId)
      .returning('apiUserId')
      .executeTakeFirstOrThrow()
    await noteAudit(within, { now: clock(), customerId, userId, action, subject: apiUserId })
    return keyOf(within, customerId)
  })

async function keyOf(db: Db, customerId: string): Promise<AccessKey> {
  const found = await db
    .selectFrom('customer')
    .leftJoin('appUser', 'appUser.id', 'customer.accessKeyUserId')
    .where('customer.id', '=', customerId)
    .select(['apiUserId', 'accessKeyHint', 'accessKeyMadeAt', 'accessKeyUsedAt', 'firstName', 'lastName', 'username'])
    .executeTakeFirstOrThrow()
  return {
    apiUser: { id: found.apiUserId },
    accessKey: found.accessKeyHint,
    madeDate: found.accessKeyMadeAt?.toISOString() ?? null,
    madeBy: `${found.firstName ?? ''} ${found.lastName ?? ''}`.trim() || (found.username ?? ''),
    usedDate: found.accessKeyUsedAt?.toISOString() ?? null,
  }
}
