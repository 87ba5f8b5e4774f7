import { sql } from 'kysely'
import * as openid from 'openid-client'
import type { Db } from '#app/app.ts'
import type { Issuer } from './issuer.ts'

type Part = { db: Db; env: { demo: boolean } }
type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers

/** Our user whom the issuer vouches for, or undefined when there is none, or not any more. */
export async function findPerson(
  part: Part,
  issuer: Issuer,
  configuration: openid.Configuration,
  tokens: Tokens,
): Promise<string | undefined> {
  const { sub, ...claims } = tokens.claims()!
  const known = await living(part, issuer.namesOurIds ? 'id' : 'subject', sub)
  if (known || issuer.namesOurIds) return known
  const email = verifiedEmail(claims) ?? verifiedEmail(await userInfo(configuration, tokens.access_token, sub))
  return email === undefined ? undefined : adopt(part, sub, email)
}

async function living({ db, env }: Part, column: 'id' | 'subject', value: string) {
  const user = await db
    .selectFrom('appUser')
    .where(column, '=', value)
    .where('disabledAt', 'is', null)
    .select(['id', 'demo'])
    .executeTakeFirst()
  return user && (!user.demo || env.demo) ? user.id : undefined
}

/** From now on this person is known by the issuer's own name, whatever happens to the address. */
async function adopt({ db, env }: Part, subject: string, email: string) {
  const matches = await db
    .selectFrom('appUser')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select(['id', 'disabledAt', 'demo'])
    .execute()
  const [user] = matches
  // An address of two people says nothing.
  if (matches.length !== 1 || !user || user.disabledAt || (user.demo && !env.demo)) return
  // Nor does one of somebody who already has another name there.
  const adopted = await db
    .updateTable('appUser')
    .set({ subject })
    .where('id', '=', user.id)
    .where('subject', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return adopted?.id
}

const verifiedEmail = (claims: Record<string, unknown>) =>
  typeof claims.email === 'string' && claims.email_verified === true && !claims.email.includes('\0')
    ? claims.email
    : undefined

const userInfo = async (configuration: openid.Configuration, accessToken: string, sub: string) =>
  configuration.serverMetadata().userinfo_endpoint ? openid.fetchUserInfo(configuration, accessToken, sub) : {}
