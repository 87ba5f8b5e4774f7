import { type Kysely, sql } from 'kysely'
import { type SecretKey, sealedBy } from './secret-key.ts'

// biome-ignore lint/suspicious/noExplicitAny: works below the typed tables
type AnyDb = Kysely<any>

export type SecretNeeds = { db: AnyDb; secretKey: SecretKey }

/** Every secret of the table `installation`, by its key there. */
const secrets = ['audit_seal', 'card_sandbox', 'human_check', 'known_browser', 'oidc_provider'] as const
type SecretName = (typeof secrets)[number]

/** A stored secret; undefined if none was needed yet. */
export async function knownSecret<T>({ db, secretKey }: SecretNeeds, name: SecretName): Promise<T | undefined> {
  const row = await db.selectFrom('installation').where('key', '=', name).select('value').executeTakeFirst()
  return row && (JSON.parse(secretKey.open(row.value.sealed, name)) as T)
}

/** A secret of the installation: created on first use, then the same for all processes and after a restart. */
export async function storedSecret<T>(needs: SecretNeeds, name: SecretName, make: () => T): Promise<T> {
  const known = await knownSecret<T>(needs, name)
  if (known !== undefined) return known
  // If two processes start at once, the first one's is kept.
  await needs.db
    .insertInto('installation')
    .values({ key: name, value: sealedValue(needs.secretKey, name, make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await knownSecret<T>(needs, name))!
}

const sealedValue = (key: SecretKey, name: string, value: unknown) =>
  JSON.stringify({ sealed: key.seal(JSON.stringify(value), name) })

/** Columns that hold other encrypted texts. `purpose` is the one they were encrypted for. */
const sealedColumns: readonly { table: string; column: string; purpose: string }[] = [
  { table: 'second_factor', column: 'secret', purpose: 'totp' },
  { table: 'second_factor_draft', column: 'secret', purpose: 'totp' },
  { table: 'sign_in_secret', column: 'secret', purpose: 'sign-in-service' },
  { table: 'webhook', column: 'secret', purpose: 'webhook' },
]

/** The column of this table that may hold an encrypted text, and a function for the key's id. */
export function sealedColumnOf(table: string): { column: string; keyOf(text: string): string | undefined } | undefined {
  if (table === 'installation') return { column: 'value', keyOf: (text) => sealedBy(String(JSON.parse(text).sealed)) }
  const column = sealedColumns.find((each) => each.table === table)?.column
  return column === undefined ? undefined : { column, keyOf: sealedBy }
}

/** The ids of all keys used in this database. */
export async function keysInUse(db: AnyDb): Promise<string[]> {
  const texts = [
    sql`select value->>'sealed' as text from installation where value ? 'sealed'`,
    ...sealedColumns.map(({ table, column }) => sql`select ${sql.ref(column)} as text from ${sql.table(table)}`),
  ]
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(text, '.', 2) as id from (${sql.join(texts, sql` union all `)}) as sealed
    where text like 'v1.%' order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Re-encrypts texts under an earlier key, and those that earlier versions stored in plain text. Returns how many. */
export const sealAgain = ({ db, secretKey }: SecretNeeds): Promise<number> =>
  db.transaction().execute(async (tx) => {
    let count = 0
    const rows = await tx
      .selectFrom('installation')
      .where('key', 'in', secrets)
      .select(['key', 'value'])
      .forUpdate()
      .execute()
    for (const { key, value } of rows) {
      const plain = typeof value.sealed === 'string' ? JSON.parse(secretKey.open(value.sealed, key)) : value
      await tx
        .updateTable('installation')
        .set({ value: sealedValue(secretKey, key, plain) })
        .where('key', '=', key)
        .execute()
      count++
    }
    for (const { table, column, purpose } of sealedColumns) {
      const texts = await tx.selectFrom(table).select(column).where(column, 'is not', null).forUpdate().execute()
      for (const { [column]: sealed } of texts) {
        const again = secretKey.seal(secretKey.open(sealed, purpose), purpose)
        await tx
          .updateTable(table)
          .set({ [column]: again })
          .where(column, '=', sealed)
          .execute()
        count++
      }
    }
    return count
  })

/** Whether earlier versions stored a secret in plain text. */
export async function hasPlainSecrets(db: AnyDb): Promise<boolean> {
  const rows = await db.selectFrom('installation').where('key', 'in', secrets).select('value').execute()
  return rows.some(({ value }) => typeof value.sealed !== 'string')
}

/**
 * Deletes secrets that no known key can decrypt; they are recreated when next needed. `then` runs in the same
 * transaction, with the names of the secrets. Returns how many.
 */
export const dropUnknown = (
  db: AnyDb,
  known: readonly string[],
  then: (tx: AnyDb, names: readonly string[]) => Promise<void>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const dropped = await sql<{ key: string }>`
      delete from installation where value ? 'sealed' and split_part(value->>'sealed', '.', 2) <> all(${known}::text[])
      returning key`.execute(tx)
    let count = dropped.rows.length
    for (const { table, column } of sealedColumns) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where split_part(${sql.ref(column)}, '.', 2) <> all(${known}::text[])`.execute(
        tx,
      )
      count += Number(numAffectedRows)
    }
    await then(
      tx,
      dropped.rows.map(({ key }) => key),
    )
    return count
  })
