import { roundedWait } from '#kit/format-wait.ts'
import type { Language } from '#kit/messages.ts'
import { messages } from '../../messages.ts'
import type { Recognised } from '../../sign-in-services/server/people-of-service.ts'
import type { OfferedService } from '../../sign-in-services/server/sign-in-services.ts'
import { scriptPath, solverPath, stylePath } from './page-style.ts'
import { isCart } from './redirect.ts'
import { takesPasskeys } from './relying-party.ts'

export type PageSettings = {
  providerName: string
  supportEmail: string
  publicUrl: string
  oidc: object | undefined
}

/** The demo accounts that the sign-in page lists; they share one password. */
export type DemoAccounts = { password: string; people: { username: string; place: string }[] }

/** The ways to sign in elsewhere, and where each is to lead. */
export type Elsewhere = {
  /** A button for each. */
  services: readonly OfferedService[]
  /** Whether an address may lead to a school's service. */
  byAddress: boolean
  redirect: string
  asksPerson: boolean
  /** The address without a screen that brought the visitor here. */
  noPage?: string
}

type Around = {
  env: PageSettings
  language: Language
  demoAccounts: DemoAccounts | undefined
  elsewhere: Elsewhere
}

/** Words of these pages, in a language. */
type Say = ReturnType<typeof messages.wordsIn>

/** lucide's key-round, as in the portal. */
const keyIcon =
  '<svg class="icon" aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"/><circle cx="16.5" cy="7.5" r=".5" fill="currentColor"/></svg>'

/** Why a sign-in ended without a session, and the page that was wanted. */
export type Failure = {
  reason: 'failed' | 'expired' | 'issuer_away' | 'service_off' | Extract<Recognised, { refused: string }>['refused']
  redirect: string
  /** For an outside service that an administrator added. */
  service?: { id: string; name: string } | undefined
  /** Too many answers from this address were refused. */
  waitSeconds?: number
}

/**
 * The bundled provider's sign-in page in plain HTML. Its script offers passkeys where supported and solves the proof of
 * work required after many wrong passwords; until then the form works without script.
 */
export function signInPage(
  { env: settings, language, demoAccounts, elsewhere }: Around,
  {
    username,
    error,
    needsScript = false,
    service,
    byDomain,
  }: {
    username: string
    error?: string
    needsScript?: boolean
    /** The only way for this person. */
    service?: OfferedService
    /** Another way for everyone at the domain that was entered. */
    byDomain?: OfferedService | undefined
  },
) {
  const say = messages.wordsIn(language)
  const { noPage, redirect } = elsewhere
  return page(
    settings,
    language,
    error ? say.notSignedIn : say.signIn,
    `<h1>${say.signIn}</h1>
${noPage && !error ? `<p class="no-page" role="status">${say.noPage({ path: `<code>${asText(noPage)}</code>` })}</p>` : ''}
${isCart(redirect) && !error ? `<p class="no-page" role="status">${say.cart}</p>` : ''}
${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
${service ? `<p class="only">${wayTo(say, elsewhere, service, 'button main', username)}</p>` : ''}
${byDomain ? `<p class="only"><span>${say.schoolSignsInWith({ service: asText(byDomain.name) })}</span>${wayTo(say, elsewhere, byDomain, 'button', username)}</p>` : ''}
${needsScript ? `<noscript><p class="problem">${say.needsScript}</p></noscript>` : ''}
<form method="post" id="with-password" data-solver="${solverPath}" data-working="${say.working}">
  <input type="hidden" name="proof">
  <div class="field">
    <label for="username">${say.username}</label>
    <input class="input" id="username" name="username" type="text" value="${asText(username)}" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" maxlength="320" required${username ? '' : ' autofocus'}${marked(error)}>
  </div>
  <div class="field">
    <label for="password">${say.password}</label>
    <input class="input" id="password" name="password" type="password" autocomplete="current-password"${elsewhere.byAddress ? '' : ' required'}${username ? ' autofocus' : ''}${marked(error)}>
  </div>
  <p class="working" role="status" hidden></p>
  <button class="button main" type="submit">${say.signIn}</button>
  <p class="forgotten"><a href="/forgotPassword">${say.forgotPassword}</a></p>
  ${elsewhere.byAddress ? bySchool(say) : ''}
</form>
${otherServices(say, elsewhere)}
${takesPasskeys(settings) ? passkeyWay(say) : ''}
<script src="${scriptPath}" defer></script>
${demoAccounts ? demoBox(say, demoAccounts) : ''}`,
  )
}

/**
 * Sends the form without its password; the address decides where it leads. Without a password the other button does the
 * same, so the browser must not ask for one.
 */
const bySchool = (say: Say) =>
  `<p class="by-school"><button class="button" type="submit" name="way" value="school" formnovalidate>${say.useSchool}</button><span class="hint">${say.schoolHint}</span></p>`

const otherServices = (say: Say, elsewhere: Elsewhere) =>
  elsewhere.services.length === 0
    ? ''
    : `<ul class="services" aria-label="${say.otherWays}">${elsewhere.services
        .map((service) => `<li>${wayTo(say, elsewhere, service)}</li>`)
        .join('')}</ul>`

function addressOf({ redirect, asksPerson }: Elsewhere, { id }: OfferedService, hint = '') {
  const prompt = asksPerson ? { prompt: 'login' } : {}
  return asText(
    `/rest/user/login?${new URLSearchParams({ service: id, redirect, ...prompt, ...(hint.includes('@') ? { hint } : {}) })}`,
  )
}

const wayTo = (say: Say, elsewhere: Elsewhere, service: OfferedService, look = 'button', hint = '') =>
  `<a class="${look}" href="${addressOf(elsewhere, service, hint)}">${say.signInWith({ service: asText(service.name) })}</a>`

/**
 * Leads on to a school's service. Not by a redirect: the security policy lets no form lead to another site, even by way
 * of ours.
 */
export function leadOnPage({ env, language, elsewhere }: Around, service: OfferedService, hint: string) {
  const say = messages.wordsIn(language)
  const name = { service: asText(service.name) }
  const address = addressOf(elsewhere, service, hint)
  return page(
    env,
    language,
    say.signInWith(name),
    `<h1>${say.signInWith(name)}</h1>
<p>${say.schoolSignsInWith(name)} ${say.takingYouThere}</p>
<p class="ways"><a class="button main" href="${address}">${say.continue}</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${address}">`,
  )
}

/**
 * After the right password: the code of an authenticator app, a recovery code, or a passkey. The form works without
 * script.
 */
export function secondStepPage(
  settings: PageSettings,
  language: Language,
  { by, passkeys, recovery, error }: { by: 'code' | 'passkey'; passkeys: boolean; recovery: boolean; error?: string },
) {
  const say = messages.wordsIn(language)
  const { title, hint, form } =
    by === 'passkey' ? withPasskeyOnly(say) : recovery ? withRecoveryCode(say, error) : withCode(say, error)
  const support = asText(settings.supportEmail)
  return page(
    settings,
    language,
    error ? say.notSignedIn : title,
    `<h1>${title}</h1>
${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
<p class="lead">${hint}</p>
${form}
${passkeys ? passkeyWay(say, by === 'code') : ''}
<p class="other">${say.otherHelp({ email: `<a href="mailto:${support}">${support}</a>` })}<br><a href="?again">${say.asSomeoneElse}</a></p>
<script src="${scriptPath}" defer></script>`,
  )
}

type CodeForm = { label: string; attributes: string; link: string; error: string | undefined }

const codeForm = (say: Say, { label, attributes, link, error }: CodeForm) => `<form method="post">
  <div class="field">
    <label for="code">${label}</label>
    <input class="input" id="code" name="code" type="text" ${attributes} autocapitalize="none" spellcheck="false" maxlength="40" required autofocus${marked(error)}>
  </div>
  <button class="button main" type="submit">${say.signIn}</button>
  <p class="forgotten">${link}</p>
</form>`

const withCode = (say: Say, error: string | undefined) => ({
  title: say.enterCode,
  hint: say.codeHint,
  form: codeForm(say, {
    label: say.code,
    attributes: 'inputmode="numeric" autocomplete="one-time-code"',
    link: `<a href="?recovery">${say.useRecoveryCode}</a>`,
    error,
  }),
})

const withRecoveryCode = (say: Say, error: string | undefined) => ({
  title: say.enterRecoveryCode,
  hint: say.recoveryHint,
  form: codeForm(say, {
    label: say.recoveryCode,
    attributes: 'autocomplete="off"',
    link: `<a href="?">${say.useApp}</a>`,
    error,
  }),
})

const withPasskeyOnly = (say: Say) => ({
  title: say.usePasskey,
  hint: say.usePasskeyHint,
  form: `<noscript><p class="problem">${say.passkeyNeedsScript}</p></noscript>`,
})

const passkeyWay = (
  say: Say,
  isOther = true,
) => `<form class="passkey" id="passkey" method="post" data-unused="${say.passkeyUnused}" data-unread="${say.passkeyUnread}" hidden>
  ${isOther ? `<p class="or"><span>${say.or}</span></p>` : ''}
  <input type="hidden" name="passkey">
  <button class="button" type="button">${keyIcon}${say.signInWithPasskey}</button>
  <p class="hint">${say.passkeyHint}</p>
  <p class="problem" role="alert" hidden></p>
</form>`

const marked = (error: string | undefined) => (error ? ' aria-invalid="true" aria-describedby="problem"' : '')

type Sentences = [title: string, sentence: string]

/** `name` is as text of the page. */
function sentencesOf(say: Say, reason: Failure['reason'], name: string | undefined): Sentences {
  if (reason === 'failed') return [say.failed, say.failedWhy]
  if (reason === 'expired') return [say.expired, say.expiredWhy]
  if (reason === 'issuer_away') return [say.away, say.awayWhy({ service: name ?? say.theService })]
  if (reason === 'service_off') return [say.off, say.offWhy({ service: name ?? say.thisService })]
  if (reason === 'unknown_person') return [say.unknown, name ? say.unknownOfService({ service: name }) : say.unknownWhy]
  if (reason === 'other_subject') return [say.otherSubject, say.otherSubjectWhy({ service: name ?? say.thatService })]
  return [say.unconfirmed, say.unconfirmedWhy({ service: name ?? say.theService })]
}

export function pauseSentence(seconds: number, language: Language) {
  const say = messages.wordsIn(language)
  const { count, unit } = roundedWait(seconds)
  return say.tooMany({ time: count === 1 ? say.second : say[unit]({ count }) })
}

export function failedSignInPage(
  settings: PageSettings,
  language: Language,
  { reason, redirect, service, waitSeconds }: Failure,
) {
  const say = messages.wordsIn(language)
  const [title, why] = sentencesOf(say, reason, service && asText(service.name))
  const sentence = waitSeconds === undefined ? why : pauseSentence(waitSeconds, language)
  // Without a prompt, an issuer that remembers them would return the same person again and again.
  const asAnother = ['unknown_person', 'unconfirmed_email', 'other_subject'].includes(reason)
  const parameters = new URLSearchParams({
    redirect,
    ...(asAnother ? { prompt: 'login' } : {}),
    ...(service && reason !== 'service_off' ? { service: service.id } : {}),
  })
  const again = `/rest/user/login?${parameters}`
  const otherWay = service
    ? ` <a href="${asText(`/rest/user/login?${new URLSearchParams({ redirect })}`)}">${say.anotherWay}</a>`
    : ''
  const main = reason === 'service_off' ? say.signIn : asAnother ? say.asSomeoneElse : say.tryAgain
  return page(
    settings,
    language,
    title,
    `<h1>${title}</h1>
<p>${sentence}</p>
<p class="ways"><a class="button main" href="${asText(again)}">${main}</a>${reason === 'service_off' ? '' : otherWay} <a href="/">${say.toStart}</a></p>`,
  )
}

const page = (
  { providerName }: PageSettings,
  language: Language,
  title: string,
  content: string,
  head = '',
) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${asText(providerName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
${head}
</head>
<body class="sign-in">
<header><a class="brand" href="/"><span class="shelf" aria-hidden="true"><i></i><i></i><i></i><i></i></span>${asText(providerName)} Data</a></header>
<main>
${content}
</main>
</body>
</html>
`

const asText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const demoBox = (say: Say, { password, people }: DemoAccounts) => `<aside class="demo" aria-labelledby="demo">
<h2 id="demo">${say.demoAccounts}</h2>
<p>${say.demoPassword({ password: `<code>${asText(password)}</code>` })}</p>
<dl>${people
  .map(({ username, place }) => `<div><dt>${asText(username)}</dt><dd lang="en">${asText(place)}</dd></div>`)
  .join('')}</dl>
</aside>`
