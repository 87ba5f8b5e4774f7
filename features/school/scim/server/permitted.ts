import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { refusedSentences, whyNot } from '../../students/rules.ts'
import { scimProblem } from './scim-problem.ts'
import type { Person } from './user.ts'

type Held = { role: string; closed: boolean }

/**
 * The account owner is the last way into a school, and organisation admins have its rights: a program must not take
 * over their accounts by another address, nor disable, demote or remove the owner.
 */
export function enforceProtection({ role, closed }: Held, change: Partial<Person> | 'removal'): void {
  const isOwner = role === 'primary-contact'
  if (change === 'removal') {
    if (isOwner) throw refused('The primary contact cannot be removed by SCIM.')
    if (closed && role !== 'student')
      throw refused('This account was closed in the portal, by the provider or a roster.')
    return
  }
  if (change.active === true && closed)
    throw refused('This account was closed in the portal, by the provider or a roster.')
  if (isOwner && change.active === false) throw refused('The primary contact cannot be disabled by SCIM.')
  if (change.userType && (isOwner || role === 'organisation-admin'))
    throw refused('Change the userType of the primary contact and organisation admins in the portal.')
  if ((change.userName ?? change.email) !== undefined && (isOwner || role === 'organisation-admin'))
    throw refused('Change the addresses of the primary contact and organisation admins in the portal.')
}

const maxExternalId = 500

/** Applies the rules of invitations to names and addresses. `changed`: only these are new. */
export async function checkPerson(
  tx: Db,
  customerId: string,
  person: Person,
  changed: Partial<Person> = person,
): Promise<void> {
  const { userName, email, givenName, familyName, userType, externalId } = person
  if (
    changed.userName !== undefined &&
    (!/^[^\s\p{Cc}<>]{1,254}$/u.test(userName) || /^(removed|left)-/.test(userName))
  )
    throw invalid('userName has spaces or characters that are not allowed, or more than 254 characters.')
  if ((externalId ?? '').length > maxExternalId) throw invalid(`externalId has more than ${maxExternalId} characters.`)
  const isNew = ['email', 'givenName', 'familyName', 'userType'].some((name) => name in changed)
  if (!isNew) return
  const { emailDomain } = await tx
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('emailDomain')
    .executeTakeFirstOrThrow()
  const domain = userType === 'Student' && ('email' in changed || 'userType' in changed) ? emailDomain : ''
  const why = whyNot({ firstName: givenName, lastName: familyName, email }, domain)
  if (why) throw invalid(refusedSentences[why])
}

/** A username or an address belongs to one person in the whole portal. The refusal does not reveal to whom. */
export async function requireUnique(tx: Db, id: string, { userName, email }: Person): Promise<void> {
  const names = [...new Set([userName, email.toLowerCase()])]
  const other = await tx
    .selectFrom('appUser')
    .where('id', '!=', id)
    .where((row) => row.or([row('username', 'in', names), row(sql`lower(email)`, 'in', names)]))
    .select('id')
    .executeTakeFirst()
  if (other) throw scimProblem('uniqueness')
}

/** If two calls take the same username at the same moment, one gets it. */
export async function refuseTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'app_user_username_key') throw scimProblem('uniqueness')
    throw error
  }
}

const refused = (why: string) => scimProblem('protected_person', { messages: [why] })
const invalid = (why: string) => scimProblem('invalidValue', { messages: [why] })
