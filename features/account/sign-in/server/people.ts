import { sql } from 'kysely'
import * as openid from 'openid-client'
import type { Db } from '#app/app.ts'
import { noteAudit } from '#platform/audit/server/audit.ts'
import type { Issuer } from './issuer.ts'

type Part = { db: Db; clock: () => Date; env: { demo: boolean } }
type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers

/** Our user for the issuer's subject; undefined if there is none or they may not sign in. */
export async function findPerson(
  part: Part,
  issuer: Issuer,
  configuration: openid.Configuration,
  tokens: Tokens,
): Promise<string | undefined> {
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

const aboutThem = ['id', 'disabledAt', 'demo'] as const
type Person = { id: string; disabledAt: Date | null; demo: boolean }
/** Two issuers may use the same subject for two people. */
type Name = { issuer: string; subject: string }

const living = ({ env }: Part, user: Person | undefined) =>
  user && !user.disabledAt && (!user.demo || env.demo) ? user.id : undefined

const knownAs = ({ db }: Part, { issuer, subject }: Name) =>
  db
    .selectFrom('appUser')
    .where('subject', '=', subject)
    .where((row) => row.or([row('subjectIssuer', '=', issuer), row('subjectIssuer', 'is', null)]))
    .orderBy('subjectIssuer', (by) => by.asc().nullsLast())
    .select(aboutThem)
    .executeTakeFirst()

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
  return db.transaction().execute(async (within) => {
    const adopted = await within
      .updateTable('appUser')
      .set({ subject, subjectIssuer: issuer })
      .where('id', '=', user.id)
      // Skip somebody already linked to another subject of this issuer.
      .where((row) => row.or([row('subject', 'is', null), row('subjectIssuer', '!=', issuer)]))
      .returning('id')
      .executeTakeFirst()
    if (!adopted) return
    await noteAudit(within, {
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
  configuration.serverMetadata().userinfo_endpoint ? openid.fetchUserInfo(configuration, accessToken, sub) : {}
