import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { App, Db } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { isFromHere } from '#kit/server/loopback.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { countTry, secondsUntilFreeTry, uncountTry, workFor } from '#platform/human-check/server/human-check.ts'
import { languageOfBrowser } from '../../language/server/language.ts'
import { messages } from '../../messages.ts'
import { askForPasskey, checkPasskey } from '../../passkeys/server/passkey-sign-in.ts'
import { maxPasswordLength } from '../../passwords/rules.ts'
import { checkPassword } from '../../passwords/server/check-password.ts'
import { beginSecondStep, checkCode, forgetSecondStep, secondStepOf } from '../../second-factor/server/second-step.ts'
import {
  isAnyChosen,
  type OfferedService,
  onlyServiceOf,
  openServices,
  serviceOfEmail,
} from '../../sign-in-services/server/sign-in-services.ts'
import {
  codeMark,
  interactionCookie,
  passkeyMark,
  providerPath,
  sessionCookie,
  signInPath,
} from './bundled-provider.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { failedSignInPage, leadOnPage, pauseSentence, secondStepPage, signInPage } from './pages.ts'
import { recordRefused } from './record-sign-in.ts'
import { withoutNoPage } from './redirect.ts'
import { takesPasskeys } from './relying-party.ts'
import { hashToken } from './sessions.ts'
import { browsersTries, plainUsername, strangersTries } from './tries.ts'

/** Koa reads an address in quadratic time: 7,500 parameters took 0.9 s. */
const maxParameters = 100

type Named = { Params: { uid: string } }

/** The bundled provider under `/oidc`, and its sign-in page. */
export async function mountProvider(http: FastifyInstance, app: App, provider: () => Promise<Provider>) {
  const { host, protocol } = new URL(app.env.publicUrl)
  await http.register(async (part) => {
    part.removeAllContentTypeParsers()
    // The provider reads its bodies itself.
    part.addContentTypeParser('*', (_request, _body, done) => done(null))
    part.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${providerPath}/*`,
      handler: async (request, reply) => {
        const answer = (await provider()).callback()
        const { raw } = request
        if (raw.url!.split('&').length > maxParameters)
          throw new Problem('invalid_input', 400, ['The address has too many parameters.'])
        raw.url = raw.url!.slice(providerPath.length)
        // The provider trusts forwarded headers, so they always come from PUBLIC_URL.
        for (const name of Object.keys(raw.headers))
          if (name.startsWith('x-forwarded-') || name === 'forwarded') delete raw.headers[name]
        raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
        raw.headers.host = host
        raw.headers['x-forwarded-host'] = host
        raw.headers.cookie = withoutProviderSession(raw.headers.cookie)
        reply.hijack()
        // The provider sets none on replies such as a 404.
        reply.raw.setHeader('cache-control', 'no-store')
        answer(raw, reply.raw)
      },
    })
  })
  await http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit: 32 * 1024 })
    mountSignInPage(part, app, provider)
  })
}

function mountSignInPage(http: FastifyInstance, app: App, provider: () => Promise<Provider>) {
  const url = `${signInPath}/:uid`
  /** The state of the sign-in, if the cookie and the address name the same, unfinished one. */
  const openState = async (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const open = await (await provider()).interactionDetails(request.raw, reply.raw).catch(() => undefined)
    return open?.uid === request.params.uid ? String(open.params.state ?? '') : undefined
  }
  const isOpen = async (request: FastifyRequest<Named>, reply: FastifyReply) =>
    (await openState(request, reply)) !== undefined
  /** Demo accounts are listed, and usable, only on this machine. */
  const seenBy = async (request: FastifyRequest, state: string) => ({
    env: app.env,
    language: languageOfBrowser(request),
    demoAccounts: app.env.demo && isFromHere(request, app.env.publicUrl) ? app.demoAccounts : undefined,
    elsewhere: {
      services: await openServices(app.db),
      byAddress: await isAnyChosen(app.db),
      ...(await pendingSignIn(app.db, state)),
    },
  })
  /** Demo passwords are public, and an undeclared proxy may forward requests from the whole internet. */
  const isClosedTo = async (request: FastifyRequest, userId: string) =>
    app.env.thisMachineOnly && !isFromHere(request, app.env.publicUrl) && (await isDemo(app.db, userId))
  /** After sign-in, going back to the page or sending it twice just leads on. */
  const answerClosed = async (request: FastifyRequest, reply: FastifyReply) =>
    (await app.callerOf(request))
      ? reply.redirect('/', 303)
      : show(reply, 400, failedSignInPage(app.env, languageOfBrowser(request), { reason: 'expired', redirect: '/' }))

  http.get<Named>(url, async (request, reply) => {
    const state = await openState(request, reply)
    if (state === undefined) return answerClosed(request, reply)
    const { uid } = request.params
    if (asksFor(request, 'again')) await forgetSecondStep(app, uid)
    const step = await secondStepOf(app, uid)
    if (step) {
      const recovery = asksFor(request, 'recovery')
      return show(reply, 200, secondStepPage(app.env, languageOfBrowser(request), { ...step, recovery }))
    }
    return show(reply, 200, signInPage(await seenBy(request, state), { username: '' }))
  })

  http.post<Named>(url, async (request, reply) => {
    const state = await openState(request, reply)
    if (state === undefined) return answerClosed(request, reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const { uid } = request.params
    const around = await seenBy(request, state)
    const { language } = around
    const say = messages.wordsIn(language)
    const refusedTo = async (accountId: string, username: string) => {
      if (await isClosedTo(request, accountId)) return signInPage(around, { username, error: say.onlyHere })
      const service = await onlyServiceOf(app.db, accountId)
      return service && signInPage(around, { username, service, error: say.passwordsOff({ service: service.name }) })
    }
    const completeSignIn = async (accountId: string, username: string, amr: string[]) => {
      const refused = await refusedTo(accountId, username)
      if (refused) return show(reply, 403, refused)
      for (const cookie of [interactionCookie, `${interactionCookie}.sig`])
        reply.clearCookie(cookie, { path: `${signInPath}/${uid}` })
      await rememberBrowser(app, { request, reply }, username)
      const login = { accountId, remember: false, amr }
      return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, { login }), 303)
    }
    const passkey = form.get('passkey')
    if (passkey !== null && takesPasskeys(app.env)) {
      const person = await checkPasskey(app, { page: uid, given: passkey, log: request.log })
      if (person) return completeSignIn(person.userId, person.username, [passkeyMark, 'user'])
      app.metrics.signIns.inc({ way: 'passkey', outcome: 'wrong' })
      await recordRefused(app, 'passkey')
      const step = await secondStepOf(app, uid)
      const page = step
        ? secondStepPage(app.env, language, { ...step, recovery: false, error: say.passkeyRefused })
        : signInPage(around, { username: '', error: say.passkeyRefused })
      return show(reply, 403, page)
    }
    const code = form.get('code')
    if (code !== null) {
      const step = await secondStepOf(app, uid)
      if (!step) return show(reply, 400, signInPage(around, { username: '', error: say.codeTooLate }))
      const recovery = asksFor(request, 'recovery')
      const page = (error: string) => secondStepPage(app.env, language, { ...step, recovery, error })
      const typed = code.slice(0, 100)
      if (typed.trim() === '') return show(reply, 400, page(say.codeMissing))
      const { right, waitSeconds } = await checkCode(app, {
        page: uid,
        step,
        typed,
        mark: await knownBrowser(app, request, step.username),
        address: request.ip,
      })
      if (right) return completeSignIn(step.userId, step.username, ['pwd', codeMark])
      app.metrics.signIns.inc({ way: 'code', outcome: waitSeconds > 0 ? 'slowed' : 'wrong' })
      request.log.info({ address: request.ip }, 'wrong code')
      if (waitSeconds === 0) return show(reply, 403, page(say.codeRefused))
      return slowDown(reply, waitSeconds, page(pauseSentence(waitSeconds, language)))
    }
    const typed = typedName(form)
    const username = plainUsername(typed)
    const password = (form.get('password') ?? '').slice(0, maxPasswordLength + 1)
    const again = (status: number, error: string, byDomain?: OfferedService) =>
      show(reply, status, signInPage(around, { username: typed, error, byDomain }))
    /** Looks at the domain only, so that the answer reveals nothing about an account. */
    const serviceThere = async () => (username.includes('@') ? serviceOfEmail(app.db, username) : undefined)
    const asksSchool = form.get('way') === 'school'
    if (asksSchool || password === '') {
      const service = await serviceThere()
      if (service) return show(reply, 200, leadOnPage(around, service, username))
    }
    if (asksSchool) return again(400, username.includes('@') ? say.noServiceThere : say.addressMissing)
    if (username === '' || password === '') return again(400, say.bothMissing)
    const counted = await countSignIn(app, request, username, form.get('proof') ?? undefined)
    if (!counted) {
      app.metrics.signIns.inc({ way: 'password', outcome: 'slowed' })
      request.log.warn({ address: request.ip }, 'guessing is slowed down')
      const page = signInPage(around, { username: typed, error: say.workNeeded, needsScript: true })
      return slowDown(reply, await secondsUntilFreeTry(app, strangersTries(username, request.ip)), page)
    }
    const userId = await checkPassword(app, { username, password })
    if (userId === undefined) {
      app.metrics.signIns.inc({ way: 'password', outcome: 'wrong' })
      await recordRefused(app, 'password', typed)
      request.log.info({ address: request.ip }, 'wrong username or password')
      return again(403, say.wrong, await serviceThere())
    }
    await uncountTry(app.db, counted)
    const refused = await refusedTo(userId, typed)
    if (refused) return show(reply, 403, refused)
    if (await beginSecondStep(app, uid, userId)) return reply.redirect(`${signInPath}/${uid}`, 303)
    return completeSignIn(userId, username, ['pwd'])
  })

  /** The proof of work required before a password for this name; null for none. */
  http.post<Named>(`${url}/puzzle`, async (request, reply) => {
    if (!(await isOpen(request, reply))) return reply.code(404).send()
    reply.header('cache-control', 'no-store')
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    return { puzzle: (await workForSignIn(app, request, plainUsername(typedName(form)))) ?? null }
  })

  http.post<Named>(`${url}/passkey`, async (request, reply) => {
    if (!takesPasskeys(app.env) || !(await isOpen(request, reply))) return reply.code(404).send()
    reply.header('cache-control', 'no-store')
    return askForPasskey(app, request.params.uid)
  })
}

/** Counts against this browser if it is known for the person, else against all strangers. */
async function countSignIn(app: App, request: FastifyRequest, username: string, proof?: string) {
  const mark = await knownBrowser(app, request, username)
  const own = mark === undefined ? undefined : browsersTries(mark)
  if (own && (await countTry(app, own))) return own
  const strangers = strangersTries(username, request.ip)
  return (await countTry(app, strangers, proof)) ? strangers : undefined
}

async function workForSignIn(app: App, request: FastifyRequest, username: string) {
  const mark = await knownBrowser(app, request, username)
  if (mark !== undefined && !(await workFor(app, browsersTries(mark)))) return undefined
  return workFor(app, strangersTries(username, request.ip))
}

/** True for a query parameter, even one without a value. */
const asksFor = ({ query }: FastifyRequest, name: string) => name in (query as object)

const typedName = (form: URLSearchParams) => (form.get('username') ?? '').slice(0, 320)

/** The address that the sign-in leads to, and whether the person must be asked. */
async function pendingSignIn(db: Db, state: string) {
  const row = await db
    .selectFrom('signIn')
    .where('stateHash', '=', hashToken(state))
    .select(['redirect', 'asksPerson'])
    .executeTakeFirst()
  return row ? { ...row, ...withoutNoPage(row.redirect) } : { redirect: '/', asksPerson: false }
}

const isDemo = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('appUser').where('id', '=', userId).select('demo').executeTakeFirst())?.demo === true

const show = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

/** After the proof of work the page may be sent at once: see `secondsUntilFreeTry`. */
const slowDown = (reply: FastifyReply, waitSeconds: number, page: string) =>
  show(reply.header('retry-after', waitSeconds), 429, page)

/** Drops the provider's session cookie: its session is never resumed. */
const withoutProviderSession = (cookies: string | undefined) =>
  cookies
    ?.split(';')
    .filter((pair) => !pair.trim().startsWith(sessionCookie))
    .join(';')
