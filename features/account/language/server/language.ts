import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { type Language, languageCookie, languageOf, languages } from '#kit/messages.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { cookieOptions } from '../../sign-in/server/sessions.ts'

type Part = Pick<App, 'db' | 'env'>
type Call = { request: FastifyRequest; reply: FastifyReply }

/** Browsers keep no cookie for longer. */
const maxAgeSeconds = (400 * dayMs) / 1000

/** Behind a language that came with an account: the next person at this browser has not chosen it. */
const ofAccount = '.account'

const remember = ({ env }: Pick<Part, 'env'>, { reply }: Pick<Call, 'reply'>, choice: string) =>
  reply.setCookie(languageCookie, choice, { ...cookieOptions(env.publicUrl), maxAge: maxAgeSeconds })

type Cookies = Pick<FastifyRequest, 'cookies'>

/** The language of the pages that this browser is sent. */
export const languageOfBrowser = ({ cookies }: Cookies): Language =>
  languageOf(cookies[languageCookie]?.replace(ofAccount, ''))

const isVisitorsChoice = ({ cookies }: Cookies) => languages.some((each) => each === cookies[languageCookie])

export async function chooseLanguage(app: Part, caller: Caller | null, language: Language, reply: FastifyReply) {
  if (caller) await app.db.updateTable('appUser').set({ language }).where('id', '=', caller.userId).execute()
  remember(app, { reply }, caller ? language + ofAccount : language)
  return { language }
}

/**
 * At sign-in the browser takes over the person’s language. Without one, what a visitor chose here continues; else the
 * school’s counts, else the portal’s.
 */
export async function followAccount(app: Part, { request, reply }: Call, userId: string): Promise<void> {
  const { own, school } = await app.db
    .selectFrom('appUser')
    .leftJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(['appUser.language as own', 'customer.language as school'])
    .executeTakeFirstOrThrow()
  if (own === null && isVisitorsChoice(request)) return
  const language = own ?? school
  if (language) remember(app, { reply }, language + ofAccount)
  else if (request.cookies[languageCookie]) reply.clearCookie(languageCookie, cookieOptions(app.env.publicUrl))
}

export const readSchoolLanguage = (db: Db, customerId: string) =>
  db.selectFrom('customer').where('id', '=', customerId).select(['language', 'name']).executeTakeFirstOrThrow()

/** Takes effect at once for the caller, unless they or a visitor of this browser have chosen another. */
export async function chooseSchoolLanguage(
  app: Part & Pick<App, 'clock'>,
  { customerId, userId }: SchoolCaller,
  language: Language | null,
  call: Call,
) {
  await app.db.transaction().execute(async (tx) => {
    const { name: subject, ...before } = await readSchoolLanguage(tx, customerId)
    if (before.language === language) return
    await tx.updateTable('customer').set({ language }).where('id', '=', customerId).execute()
    const changed = { before, after: { language } }
    await recordAudit(tx, { now: app.clock(), customerId, userId, action: 'language_changed', subject, ...changed })
  })
  await followAccount(app, call, userId)
  return { language }
}
