import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { job } from '#kit/server/jobs.ts'
import { secondsUntilFree } from '#kit/server/seconds-until.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { takeTry } from '#platform/human-check/server/human-check.ts'
import { issueLink, type NewLink, withdrawLinks } from '#platform/links/server/links.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { profileProblem } from '../../profile/contract.ts'
import { forgottenTries, plainUsername } from '../../sign-in/server/tries.ts'
import { linkMail } from './password-mails.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'secretKey'>

const linkSeconds = 3600
/** Keeps repeated requests for someone's link from filling their mailbox. */
const mailsAnHour = 5

/** A random delay: an email sent at once would slow the requester's next call and so reveal a known name. */
const mailAfterMs = [1000, 6000] as const

type PasswordLink = Omit<NewLink, 'purpose' | 'userId'> & { userId: string; now: Date }

/** A link to set a password. It ends the person's earlier ones, so that only the newest email works. */
export async function newPasswordLink(tx: Db, { now, ...link }: PasswordLink): Promise<{ token: string }> {
  await withdrawLinks(tx, { purpose: 'change-password', userId: link.userId, now })
  return issueLink({ db: tx, clock: () => now }, { ...link, purpose: 'change-password' })
}

/** Someone who may have a password here: neither disabled nor of a demo world that is off. */
export async function personForPassword({ env }: Pick<App, 'env'>, tx: Db, userId: string) {
  const person = await tx
    .selectFrom('appUser')
    .leftJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .where('disabledAt', 'is', null)
    .select(['appUser.id', 'username', 'email', 'firstName', 'lastName', 'demo', 'appUser.customerId'])
    .select('customer.name as school')
    .executeTakeFirst()
  return person && (!person.demo || env.demo) ? person : undefined
}

/** Mails the caller a link for their own account. */
export async function requestChangePassword(app: Needs, { userId }: Caller): Promise<{ email: string }> {
  refuseIfElsewhere(app)
  return app.db.transaction().execute(async (tx) => {
    const mailed = await mailLink(app, tx, { userId, requestId: randomUUID(), forgotten: false })
    if (!mailed) throw profileProblem('person_not_found')
    if ('email' in mailed) return mailed
    throw profileProblem('too_many_attempts', {
      messages: [`We send at most ${mailsAnHour} of these emails an hour. Use the link in the latest one.`],
      waitSeconds: mailed.waitSeconds,
    })
  })
}

/** Runs after the reply, so known and unknown names take the same path and the same time. */
export const mailPasswordLink = job({
  name: 'account.mail-password-link',
  data: z.object({ userId: z.string(), requestId: z.string(), address: z.string().default('') }),
  expireSeconds: 60,
  retries: 5,
  async run(app: Needs, { userId, requestId, address }) {
    if (userId === '') return
    await actFrom(address, () =>
      app.db.transaction().execute((tx) => mailLink(app, tx, { userId, requestId, forgotten: true })),
    )
  },
})

/** The reply and its timing are the same for known and unknown names. */
export async function requestForgotPassword(
  app: Needs,
  { username: typed }: { username: string },
  request: FastifyRequest,
): Promise<{ requested: true }> {
  refuseIfElsewhere(app)
  const username = plainUsername(typed)
  if (username === '') throw profileProblem('username_missing', { errors: { username: ['Please enter username'] } })
  await takeTry(app, forgottenTries(username, request.ip), request)
  const person = await app.db.selectFrom('appUser').where('username', '=', username).select('id').executeTakeFirst()
  const input = { userId: person?.id ?? '', requestId: randomUUID(), address: request.ip }
  await app.queue.enqueue(mailPasswordLink, input, { afterMs: randomInt(...mailAfterMs) })
  return { requested: true }
}

/** Goes straight to the link after a recent proof; else by way of a new sign-in. */
export async function changePasswordRedirect(app: Needs, caller: Caller, userId: string, reply: FastifyReply) {
  if (userId !== caller.userId) throw profileProblem('person_not_found')
  refuseIfElsewhere(app)
  const here = `/rest/user/changePasswordRedirect/${encodeURIComponent(userId)}`
  if (!caller.freshProof) return leadTo(reply, `/rest/user/login?redirect=${encodeURIComponent(here)}`)
  const now = app.clock()
  const { token } = await app.db
    .transaction()
    .execute((tx) => newPasswordLink(tx, { now, seconds: linkSeconds, userId, createdBy: userId }))
  return leadTo(reply, `/changePassword?guid=${token}`)
}

type LinkRequest = { userId: string; requestId: string; forgotten: boolean }

/** The address emailed, or when the next mail may go. Idempotent: a retried job does not mail twice. */
async function mailLink(
  app: Needs,
  tx: Db,
  { userId, requestId, forgotten }: LinkRequest,
): Promise<{ email: string } | { waitSeconds: number } | undefined> {
  const now = app.clock()
  // Locked, so that mails requested at once are counted one by one.
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const person = await personForPassword(app, tx, userId)
  if (!person) return undefined
  const links = await tx
    .selectFrom('oneTimeLink')
    .where('userId', '=', userId)
    .where('purpose', '=', 'change-password')
    .where('createdAt', '>', new Date(now.getTime() - hourMs))
    .select(['data', 'createdAt'])
    .execute()
  const mailed = links.filter(({ data }) => typeof data.requestId === 'string')
  if (mailed.some(({ data }) => data.requestId === requestId)) return undefined
  if (mailed.length >= mailsAnHour) {
    const times = mailed.map(({ createdAt }) => createdAt)
    return { waitSeconds: secondsUntilFree({ times, most: mailsAnHour, withinMs: hourMs }, now) }
  }
  const { token } = await newPasswordLink(tx, {
    now,
    seconds: linkSeconds,
    userId,
    customerId: person.customerId,
    data: { requestId },
    createdBy: forgotten ? null : userId,
  })
  await enqueueMail(
    app,
    { to: person.email, secret: true, ...linkMail(app.env, { username: person.username, forgotten }, token) },
    tx,
  )
  await recordAudit(tx, {
    now,
    customerId: person.customerId,
    userId: forgotten ? null : userId,
    action: 'password_link_asked',
    subject: person.username,
  })
  return { email: person.email }
}

function refuseIfElsewhere({ env }: Pick<App, 'env'>) {
  if (env.oidc) throw profileProblem('passwords_elsewhere')
}

function leadTo(reply: FastifyReply, address: string) {
  reply.code(302).header('location', address)
  return ''
}
