import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '#app/app.ts'

type Clock = () => Date

/** What the bundled provider keeps, in table `oidc_payload`. It checks expiry itself; `sweepExpired` tidies up. */
export const oidcStore =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  (model: string): Adapter => {
    const find = async (column: 'id' | 'uid', value: string) => {
      const row = await db
        .selectFrom('oidcPayload')
        .where('model', '=', model)
        .where(column, '=', value)
        .select(['payload', 'consumedAt'])
        .executeTakeFirst()
      if (!row) return undefined
      const payload = row.payload as AdapterPayload
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload
    }
    return {
      find: (id) => storable(id, () => find('id', id)),
      findByUid: (uid) => storable(uid, () => find('uid', uid)),
      findByUserCode: async () => undefined,
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: JSON.stringify(payload),
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
        }
        await db
          .insertInto('oidcPayload')
          .values({ model, id, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute()
      },
      async consume(id) {
        await db
          .updateTable('oidcPayload')
          .set({ consumedAt: clock() })
          .where('model', '=', model)
          .where('id', '=', id)
          .execute()
      },
      async destroy(id) {
        await db.deleteFrom('oidcPayload').where('model', '=', model).where('id', '=', id).execute()
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidcPayload').where('model', '=', model).where('grantId', '=', grantId).execute()
      },
    }
  }

/** PostgreSQL holds no NUL in text, so nothing was ever stored under such a name. */
const storable = async <T>(key: string, find: () => Promise<T>) => (key.includes('\0') ? undefined : find())
