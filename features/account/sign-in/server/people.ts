import { sql } from 'kysely'
import * as openid from 'openid-client'
import type { App } from '#app/app.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { confirmedEmail, emailOf } from '../../sign-in-services/rules.ts'
import { type Recognised, recognise } from '../../sign-in-services/server/people-of-service.ts'
import type { Service } from '../../sign-in-services/server/sign-in-services.ts'
import type { Issuer } from './issuer.ts'

type Part = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
type Claims = Record<string, unknown>
type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers

/** Our user for the issuer's subject, or why there is none who may sign in. */
export async function findPerson(
  part: Part,
  issuer: Issuer,
  configuration: openid.Configuration,
  tokens: Tokens,
): Promise<Recognised | Pick<Unanswered, 'refused'>> {
  try {
    if (issuer.service) return await recogniseBy(part, issuer.service, configuration, tokens)
    const found = await ownPerson(part, issuer, configuration, tokens)
    return typeof found === 'string' ? { userId: found } : (found ?? { refused: 'unknown_person' })
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return { refused: error.refused }
  }
}

/** The issuer gave no facts about the person: it did not respond, or its answer has another `sub`. */
class Unanswered extends Error {
  readonly refused: 'issuer_away' | 'failed'
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.refused = 'code' in cause && cause.code === contradiction ? 'failed' : 'issuer_away'
  }
}
const contradiction = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

/** Asks the issuer for more about the person if its token confirms no address. */
async function recogniseBy(part: Part, service: Service, configuration: openid.Configuration, tokens: Tokens) {
  const claims: Claims & { iss: string; sub: string } = tokens.claims()!
  const first = confirmedEmail(service, claims)
  const more: Claims = first ? {} : await userInfo(configuration, tokens.access_token, claims.sub)
  // One source or the other: an address of one must not be confirmed by the other.
  const source = emailOf(claims) === undefined ? { ...claims, ...more } : claims
  return recognise(part, service, {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(source),
    confirmedEmail: first ?? confirmedEmail(service, more),
    ...namesIn({ ...more, ...claims }),
  })
}

function namesIn(claims: Claims) {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const [firstName, lastName] = [text('given_name'), text('family_name')]
  return firstName || lastName ? { firstName, lastName } : { firstName: text('name'), lastName: '' }
}

async function ownPerson(
  part: Part,
  issuer: Issuer,
  configuration: openid.Configuration,
  tokens: Tokens,
): Promise<string | { refused: 'other_subject' } | undefined> {
  const { sub, ...claims } = tokens.claims()!
  // PostgreSQL text cannot hold NUL.
  if (sub.includes('\0')) return undefined
  if (issuer.namesOurIds)
    return living(part, await part.db.selectFrom('appUser').where('id', '=', sub).select(aboutThem).executeTakeFirst())
  const name = { issuer: configuration.serverMetadata().issuer, subject: sub }
  const known = await knownAs(part, name)
  if (known) return living(part, known)
  const email = verifiedEmail(claims) ?? verifiedEmail(await userInfo(configuration, tokens.access_token, sub))
  return email === undefined ? undefined : adopt(part, name, email)
}

const aboutThem = ['appUser.id', 'disabledAt', 'demo'] as const
type Person = { id: string; disabledAt: Date | null; demo: boolean }
/** Two issuers may use the same subject for two people. */
type Name = { issuer: string; subject: string }

const living = ({ env }: Part, user: Person | undefined) =>
  user && !user.disabledAt && (!user.demo || env.demo) ? user.id : undefined

const knownAs = ({ db }: Part, { issuer, subject }: Name) =>
  db
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('serviceId', 'is', null)
    .where('subject', '=', subject)
    .where((row) => row.or([row('issuer', '=', issuer), row('issuer', 'is', null)]))
    .orderBy('issuer', (by) => by.asc().nullsLast())
    .select(aboutThem)
    .executeTakeFirst()

/** The person is linked to another subject of this issuer. */
const otherSubject = { refused: 'other_subject' } as const

/** Links the person to the issuer's subject, so that a later change of address does not matter. */
async function adopt(part: Part, { issuer, subject }: Name, email: string) {
  const { db } = part
  const matches = await db
    .selectFrom('appUser')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select([...aboutThem, 'customerId', 'username'])
    .execute()
  const [user] = matches
  // An address of two people identifies neither.
  if (matches.length !== 1 || !user || living(part, user) === undefined) return
  return db.transaction().execute(async (tx) => {
    const older = tx.selectFrom('signInLink').where('userId', '=', user.id).where('serviceId', 'is', null)
    if (await older.where('issuer', 'is', null).select('id').executeTakeFirst()) return otherSubject
    const adopted = await tx
      .insertInto('signInLink')
      .values({ userId: user.id, serviceId: null, issuer, subject })
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId as id')
      .executeTakeFirst()
    if (!adopted) return otherSubject
    await recordAudit(tx, {
      now: part.clock(),
      customerId: user.customerId,
      userId: user.id,
      action: 'sign_in_linked',
      subject: user.username,
      after: { issuer, email },
    })
    return adopted.id
  })
}

const verifiedEmail = (claims: Record<string, unknown>) =>
  typeof claims.email === 'string' && claims.email_verified === true && !claims.email.includes('\0')
    ? claims.email
    : undefined

const userInfo = async (configuration: openid.Configuration, accessToken: string, sub: string) =>
  configuration.serverMetadata().userinfo_endpoint
    ? openid.fetchUserInfo(configuration, accessToken, sub).catch((error: Error): never => {
        throw new Unanswered(error)
      })
    : {}
