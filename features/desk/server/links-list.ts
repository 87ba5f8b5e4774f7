import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { type deskApi, deskProblem, type LinkLine } from '#features/desk/contract.ts'
import type { Input } from '#kit/contract.ts'
import { linesAPage } from '#kit/pages.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import type { Doer } from './change-person.ts'
import { likeWords } from './filter-values.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Lists links by purpose and recipient; their secrets are stored nowhere. */
export async function listLinks(
  { db, clock }: Needs,
  { text, purpose, state, page, customerId }: Input<typeof deskApi.deskLinks> & { customerId?: string },
): Promise<{ response: LinkLine[]; totalCount: number }> {
  let found = linked(db)
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([
        row('customer.name', 'ilike', like),
        row('customerNo', 'ilike', like),
        row('person.username', 'ilike', like),
        sql<boolean>`${organisationSql} ilike ${like}`,
        sql<boolean>`${personSql} ilike ${like}`,
      ]),
    )
  if (purpose) found = found.where('purpose', '=', purpose)
  if (customerId) found = found.where('oneTimeLink.customerId', '=', customerId)
  const now = clock()
  if (state) found = found.where(sql<boolean>`${stateSql(now)} = ${state}`)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns(now))
    .orderBy('oneTimeLink.createdAt', 'desc')
    .orderBy('oneTimeLink.id')
    .limit(linesAPage)
    .offset((page - 1) * linesAPage)
    .execute()
  return { totalCount, response: rows.map(lineOf) }
}

export async function withdrawLink({ db, clock }: Needs, doer: Doer, linkId: string): Promise<LinkLine> {
  const now = clock()
  const read = async (tx: Db) => {
    const row = await linked(tx)
      .where(sql<string>`one_time_link.id::text`, '=', linkId)
      .select(columns(now))
      .executeTakeFirst()
    if (!row) throw deskProblem('link_not_found')
    return lineOf(row)
  }
  return db.transaction().execute(async (tx) => {
    const { purpose, organisation, person } = await read(tx)
    const taken = await tx
      .updateTable('oneTimeLink')
      .set({ withdrawnAt: now })
      .where('id', '=', linkId)
      .where('usedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('customerId')
      .executeTakeFirst()
    if (!taken) throw deskProblem('link_over')
    await recordAudit(tx, {
      now,
      customerId: taken.customerId,
      userId: doer.userId,
      action: 'link_withdrawn',
      subject: [purpose, person || organisation].filter(Boolean).join(', '),
    })
    return read(tx)
  })
}

const linked = (db: Db) =>
  db
    .selectFrom('oneTimeLink')
    .leftJoin('customer', 'customer.id', 'oneTimeLink.customerId')
    .leftJoin('appUser as person', 'person.id', 'oneTimeLink.userId')
    .leftJoin('appUser as issuer', 'issuer.id', 'oneTimeLink.createdBy')

/** For an organisation without an account, the link has its name. */
const organisationSql = sql<string>`coalesce(customer.name, one_time_link.data #>> '{applicant,organisation}', '')`
const personSql = sql<string>`coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username,
  one_time_link.data #>> '{applicant,email}', one_time_link.data ->> 'name', one_time_link.data ->> 'email', '')`
const issuerSql = sql<string>`coalesce(nullif(trim(issuer.first_name || ' ' || issuer.last_name), ''), issuer.username, '')`
const stateSql = (now: Date) => sql<LinkLine['state']>`case when used_at is not null then 'used'
  when withdrawn_at is not null then 'withdrawn' when expires_at <= ${now} then 'expired' else 'waiting' end`

const columns = (now: Date) =>
  [
    'oneTimeLink.id',
    'purpose',
    'oneTimeLink.customerId',
    'oneTimeLink.createdAt',
    'expiresAt',
    'usedAt',
    organisationSql.as('organisation'),
    personSql.as('person'),
    issuerSql.as('issuedBy'),
    stateSql(now).as('state'),
  ] as const

type Row = Omit<LinkLine, 'createdDate' | 'expiresDate' | 'usedDate'> & {
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

const lineOf = ({ createdAt, expiresAt, usedAt, ...row }: Row): LinkLine => ({
  ...row,
  createdDate: createdAt.toISOString(),
  expiresDate: expiresAt.toISOString(),
  usedDate: usedAt?.toISOString() ?? null,
})
