import type { App } from '#app/app.ts'
import { isSecret } from '#features/account/server/account.ts'
import { checkOwn } from '#features/school/settings/server/settings.ts'
import { hasTakenEffect, keptLogin, openHash, whyClosed } from '#features/school/z3950/server/z3950.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { trySignIn } from '../../z3950/server/try-sign-in.ts'
import type { checkSignInApi, SignInCheck } from '../contract.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env' | 'catalogue' | 'log'>

/** Signs in with this password as the school's library system would, or gives the reason why it could not. */
export async function checkSignIn(
  app: Needs,
  caller: SchoolCaller,
  { cust_id: customerId, password }: Input<typeof checkSignInApi.checkSignIn>,
): Promise<RawReply<typeof checkSignInApi.checkSignIn>> {
  checkOwn(caller, customerId)
  const { records } = await app.catalogue.stats()
  return { response: { ...(await outcomeOf(app, customerId, password)), records } }
}

async function outcomeOf(
  app: Needs,
  customerId: string,
  password: string,
): Promise<{ outcome: SignInCheck['outcome']; takesEffectDate: string | null }> {
  const { db, env, clock, log } = app
  const now = clock()
  const because = (outcome: SignInCheck['outcome'], takesEffectAt: Date | null = null) => ({
    outcome,
    takesEffectDate: takesEffectAt?.toISOString() ?? null,
  })
  if (!env.z3950) return because('not_offered')
  const closed = await whyClosed(db, customerId, businessDay(clock, now))
  if (closed) return because(closed)
  const login = await keptLogin(db, customerId)
  if (!login || (login.nextPasswordHash === null && openHash(login, env, now) === null)) return because('no_password')
  if (!(await isSecret(password, openHash(login, env, now)))) {
    const { nextPasswordHash, passwordHash, takesEffectAt } = login
    if (hasTakenEffect(login, now))
      return because((await isSecret(password, passwordHash)) ? 'former_password' : 'wrong_password')
    return (await isSecret(password, nextPasswordHash)) ? because('not_yet', takesEffectAt) : because('wrong_password')
  }
  const { port, tls } = env.z3950
  try {
    const isAccepted = await trySignIn(
      { host: loopbackFor(env.host), port, tls: tls !== undefined },
      { name: login.userName, password },
    )
    return because(isAccepted ? 'works' : 'refused')
  } catch (error) {
    log.warn({ err: error, port }, 'z39.50: the sign-in check got no answer')
    return because('unreachable')
  }
}

/** A server that listens on every address is reached on this machine. */
const loopbackFor = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)
