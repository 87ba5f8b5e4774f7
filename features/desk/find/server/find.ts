import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { normalised } from '#kit/normalised.ts'
import { likeWords } from '../../server/filter-values.ts'
import type { Found } from '../contract.ts'

const most = 4

/** Organisations, people and numbers for the desk's search, a few of each. */
export async function findAtDesk({ db }: Pick<App, 'db'>, text: string): Promise<Omit<Found, 'suggested'>> {
  const organisations = await organisationsLike(db, text)
  const people = await peopleLike(db, text)
  return {
    numbers: await numbersLike(db, text),
    organisations: organisations.slice(0, most),
    people: people.slice(0, most),
    more: { organisations: organisations.length > most, people: people.length > most },
  }
}

/** Digits alone may be a number of any kind. */
async function numbersLike(db: Db, text: string): Promise<Found['numbers']> {
  const [, kind, digits] =
    /^(CR|CI|SCINV|SCORD)?(\d{3,12})$/.exec(normalised(text, 'NFKC').toUpperCase().replace(/[\s-]/g, '')) ?? []
  if (!digits || (!kind && digits.length < 6)) return []
  const begins = (prefix: string) => (kind && kind !== prefix ? null : `${prefix}${digits}%`)
  const { rows } = await sql<Found['numbers'][number]>`
    select kind, number, name as organisation, item_id as "itemId" from (
      select distinct on (request_id) 'request' as kind, request_number as number, request.customer_id, item.id as item_id
      from catalogue_request as request join catalogue_item as item on item.request_id = request.id
      where request_number like ${begins('CR')}::text and item.status <> 'DRAFT' order by request_id, position
    ) as requests join customer on customer.id = customer_id
    union all
    select 'item', item_number, name, item.id from catalogue_item as item
    join catalogue_request as request on request.id = request_id join customer on customer.id = request.customer_id
    where item_number like ${begins('CI')}::text and item.status <> 'DRAFT'
    union all
    select 'invoice', invoice_no, name, null from invoice join customer on customer.id = customer_id
    where invoice_no like ${begins('SCINV')}::text
    union all
    select 'order', order_no, name, null from shop_order join customer on customer.id = customer_id
    where order_no like ${begins('SCORD')}::text
    order by 2 limit ${most}`.execute(db)
  return rows
}

async function organisationsLike(db: Db, text: string): Promise<Found['organisations']> {
  let found = db.selectFrom('customer')
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([row('name', 'ilike', like), row('customerNo', 'ilike', like), row('emailDomain', 'ilike', like)]),
    )
  return found
    .select(['id', 'customerNo', 'name'])
    .orderBy(sql`customer_no <> ${text.trim()}`)
    .orderBy(sql`not name ilike ${likeWords(text)[0]?.slice(1) ?? ''}`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(most + 1)
    .execute()
}

async function peopleLike(db: Db, text: string): Promise<Found['people']> {
  let found = db.selectFrom('appUser').leftJoin('customer', 'customer.id', 'appUser.customerId')
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([
        row('username', 'ilike', like),
        row('email', 'ilike', like),
        sql<boolean>`first_name || ' ' || last_name ilike ${like}`,
      ]),
    )
  return found
    .select(['appUser.id', 'username', 'customer.name as organisation'])
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .orderBy(sql`lower(last_name || ' ' || first_name)`)
    .orderBy('username')
    .limit(most + 1)
    .execute()
}
