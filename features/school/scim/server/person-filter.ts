import { type RawBuilder, sql } from 'kysely'
import { mapOf } from '#kit/map-of.ts'
import { type CompareValue, type Filter, type Operator, userSchema } from './filter.ts'
import { scimProblem } from './scim-problem.ts'

type Attribute = {
  type: 'text' | 'exact' | 'truth' | 'moment'
  /** Value in the rows of `people.ts`, null if absent. */
  sql: RawBuilder<unknown>
  /** Stored in lower case, so that its index helps. */
  lowered?: true
}

const attributes = mapOf<Attribute>({
  id: { type: 'exact', sql: sql.ref('id') },
  externalid: { type: 'exact', sql: sql.ref('externalId') },
  username: { type: 'text', sql: sql.ref('userName'), lowered: true },
  'name.givenname': { type: 'text', sql: sql`nullif(given_name, '')` },
  'name.familyname': { type: 'text', sql: sql`nullif(family_name, '')` },
  displayname: { type: 'text', sql: sql`nullif(trim(given_name || ' ' || family_name), '')` },
  usertype: { type: 'text', sql: sql.ref('userType') },
  active: { type: 'truth', sql: sql.ref('active') },
  emails: { type: 'text', sql: sql.ref('email') },
  'emails.value': { type: 'text', sql: sql.ref('email') },
  'emails.type': { type: 'text', sql: sql`'work'::text` },
  'emails.primary': { type: 'truth', sql: sql`true` },
  schemas: { type: 'text', sql: sql`${sql.lit(userSchema)}::text` },
  'meta.resourcetype': { type: 'exact', sql: sql`'User'::text` },
  // Milliseconds, as the reply shows it.
  'meta.created': { type: 'moment', sql: sql`date_trunc('milliseconds', created_at)` },
})

/** A filter as a condition on the rows of people. It is never null, so that `not` is its opposite. */
export function conditionOf(filter: Filter, within = ''): RawBuilder<boolean> {
  if (filter.is === 'not') return sql`not (${conditionOf(filter.part, within)})`
  if (filter.is === 'and' || filter.is === 'or') {
    const parts = filter.parts.map((part) => conditionOf(part, within))
    return sql`(${sql.join(parts, filter.is === 'and' ? sql` and ` : sql` or `)})`
  }
  const path = within + filter.path
  // A person has one e-mail, so what matches any matches the same.
  if (filter.is === 'element' && path === 'emails') return conditionOf(filter.part, 'emails.')
  if (filter.is === 'present' && ['name', 'meta'].includes(path)) return sql`true`
  const attribute = attributes.get(path)
  if (!attribute || filter.is === 'element') throw refused(`The attribute ${path} cannot be filtered.`)
  if (filter.is === 'present') return sql`(${attribute.sql} is not null)`
  return compared(path, attribute, filter.operator, filter.value)
}

/** Throws `invalidPath` for an attribute that people cannot be sorted by. */
export function orderBy(path: string): RawBuilder<unknown> {
  const attribute = attributes.get(path)
  if (!attribute) throw scimProblem('invalidPath', { messages: [`People cannot be sorted by ${path}.`] })
  return attribute.type === 'text' ? sql`lower(${attribute.sql}) collate "C"` : attribute.sql
}

function compared(path: string, attribute: Attribute, operator: Operator, value: CompareValue): RawBuilder<boolean> {
  if (value === null) {
    if (operator === 'eq') return sql`(${attribute.sql} is null)`
    if (operator === 'ne') return sql`(${attribute.sql} is not null)`
    throw refused(`${path} cannot be compared with null by ${operator}.`)
  }
  if (attribute.type === 'truth') {
    const truth = String(value).toLowerCase()
    if (truth !== 'true' && truth !== 'false') throw refused(`${path} must be true or false.`)
    if (operator === 'eq') return sql`(${attribute.sql} = ${truth === 'true'})`
    if (operator === 'ne') return sql`(${attribute.sql} <> ${truth === 'true'})`
    throw refused(`${path} cannot be compared by ${operator}.`)
  }
  if (typeof value !== 'string') throw refused(`${path} must be compared with text in quotation marks.`)
  if (attribute.type === 'moment') {
    const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
    if (!isMoment || Number.isNaN(Date.parse(value)))
      throw refused(`${path} must be compared with a time, for example 2026-11-26T09:00:00Z.`)
    return ordered(path, attribute.sql, operator, sql`${new Date(value)}::timestamptz`)
  }
  if (attribute.lowered) return ofText(path, attribute.sql, operator, sql`${value.toLowerCase()}::text`)
  if (attribute.type === 'exact') return ofText(path, attribute.sql, operator, sql`${value}::text`)
  return ofText(path, sql`lower(${attribute.sql})`, operator, sql`lower(${value}::text)`)
}

function ofText(path: string, held: RawBuilder<unknown>, operator: Operator, value: RawBuilder<unknown>) {
  if (operator === 'co') return sql<boolean>`coalesce(strpos(${held}, ${value}) > 0, false)`
  if (operator === 'sw') return sql<boolean>`coalesce(starts_with(${held}, ${value}), false)`
  if (operator === 'ew') return sql<boolean>`coalesce(right(${held}, length(${value})) = ${value}, false)`
  return ordered(path, operator === 'eq' || operator === 'ne' ? held : sql`${held} collate "C"`, operator, value)
}

const signs = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

function ordered(path: string, held: RawBuilder<unknown>, operator: Operator, value: RawBuilder<unknown>) {
  if (operator === 'eq') return sql<boolean>`(${held} = ${value} and ${held} is not null)`
  if (operator === 'ne') return sql<boolean>`(${held} is distinct from ${value})`
  if (!(operator in signs)) throw refused(`${path} cannot be compared by ${operator}.`)
  return sql<boolean>`coalesce(${held} ${signs[operator as keyof typeof signs]} ${value}, false)`
}

const refused = (why: string) => scimProblem('invalidFilter', { messages: [why] })
