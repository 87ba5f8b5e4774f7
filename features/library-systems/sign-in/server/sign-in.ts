import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import type { Protocol } from '#features/downloads/contract.ts'
import { type Closed, closedSentences } from '#features/school/z3950/rules.ts'
import { checkZ3950Login } from '#features/school/z3950/server/z3950.ts'
import { problems } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import { Problem } from '#kit/problem.ts'
import { requireScope, type SchoolCaller } from '#kit/server/caller.ts'
import { type SentKey, sentKey } from '#kit/server/sent-key.ts'
import { type Outcome, openSignInNotes } from './note-sign-ins.ts'

type Doors = Pick<App, 'db' | 'clock' | 'env' | 'callerOfKey' | 'fairUse' | 'log' | 'metrics'>

const signInProblem = problems({
  wrong_login: [401, 'Incorrect username or password.'],
  library_systems_closed: [403, 'Your school’s library systems can’t sign in.'],
  sign_in_needed: [401, 'Please sign in with your Z39.50 username and password, or your API user and access key.'],
  too_many_logins: [429, 'Please try again later.'],
})

/** Outcome by the status of a refusal. */
const outcomes: Record<number, Outcome> = { 401: 'wrong', 403: 'closed', 429: 'slowed' }

/**
 * A route's `onRequest` for library systems: the caller is a school if HTTP Basic has its Z39.50 username and password,
 * or its API user and access key; null without credentials. Wrong ones are 401; a right one of a school that is closed
 * to library systems is 403 with the reason. Then counts the call for fair use.
 */
export const signLibraryIn = (app: Doors, protocol: Protocol) => {
  const note = openSignInNotes(app, protocol)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    request.caller = await callerOf(app, note, request, reply)
    await app.fairUse?.(request, reply)
  }
}

type Note = ReturnType<typeof openSignInNotes>

async function callerOf(
  app: Doors,
  note: Note,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SchoolCaller | null> {
  if (request.headers.authorization === undefined) return null
  const sent = sentKey(request)
  try {
    if (!sent) throw signInProblem('wrong_login')
    const signIn = isAccessKey(sent) ? callerOfKey : callerOfZ3950
    const caller = await signIn(app, sent, request.ip)
    await note({ name: sent.name ?? '', address: request.ip, outcome: 'accepted' })
    return caller
  } catch (error) {
    const outcome = error instanceof Problem && outcomes[error.status]
    if (outcome) await note({ name: sent?.name ?? '', address: request.ip, outcome })
    if (error instanceof Problem && error.status === 401) reply.header(...challenge)
    throw error
  }
}

const challenge = ['www-authenticate', 'Basic realm="Library systems", charset="UTF-8"'] as const

/** The 401 for a visitor where a school is needed; programs then sign in. */
export function askToSignIn(reply: FastifyReply): Problem {
  reply.header(...challenge)
  return signInProblem('sign_in_needed')
}

const closedProblem = (closed: Closed) =>
  signInProblem('library_systems_closed', { messages: [closedSentences[closed]] })

/** 256 bits in base64url; a Z39.50 password is shorter. */
const isAccessKey = ({ name, secret }: SentKey) => name === undefined || /^[\w-]{43}$/.test(secret)

async function callerOfKey(app: Doors, sent: SentKey, address: string): Promise<SchoolCaller> {
  const caller = await app.callerOfKey(sent, address).catch((error) => {
    throw error instanceof Problem && error.code === 'wrong_access_key' ? signInProblem('wrong_login') : error
  })
  requireScope('download', caller)
  if (!hasCurrentSubscription(caller.subscriptions, businessDay(app.clock))) throw closedProblem('no_subscription')
  return caller as SchoolCaller
}

async function callerOfZ3950(app: Doors, { name = '', secret }: SentKey, address: string): Promise<SchoolCaller> {
  const checked = await checkZ3950Login(app, { name, password: secret, address })
  if (checked === 'wrong') throw signInProblem('wrong_login')
  if ('closed' in checked) throw closedProblem(checked.closed)
  if ('waitSeconds' in checked) {
    const { waitSeconds } = checked
    throw signInProblem('too_many_logins', {
      messages: [`Please try again in ${formatWait(waitSeconds)}.`],
      waitSeconds,
    })
  }
  const { customerId } = checked
  const id = `z3950-of-${customerId}`
  // The check included the subscription.
  return {
    sessionId: id,
    userId: id,
    customerId,
    role: 'staff',
    disabled: false,
    freshProof: false,
    subscriptions: [],
  }
}
