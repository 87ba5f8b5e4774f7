import type { OfferedService } from '../../sign-in-services/server/sign-in-services.ts'
import { scriptPath, solverPath, stylePath } from './page-style.ts'
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

type Around = { env: PageSettings; demoAccounts: DemoAccounts | undefined; elsewhere: Elsewhere }

/** lucide's key-round, as in the portal. */
const keyIcon =
  '<svg class="icon" aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"/><circle cx="16.5" cy="7.5" r=".5" fill="currentColor"/></svg>'

/** Why a sign-in ended without a session, and the page that was wanted. */
export type Failure = {
  reason: 'failed' | 'expired' | 'issuer_away' | 'service_off' | 'unknown_person' | 'unconfirmed_email'
  redirect: string
  /** Of an outside service that an administrator added. */
  service?: { id: string; name: string } | undefined
}

/**
 * The bundled provider's sign-in page in plain HTML. Its script offers passkeys where supported and solves the proof of
 * work required after many wrong passwords; until then the form works without script.
 */
export const signInPage = (
  { env: settings, demoAccounts, elsewhere }: Around,
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
    /** Another way for everybody at the domain that was entered. */
    byDomain?: OfferedService | undefined
  },
) =>
  page(
    settings,
    `${error ? 'Not signed in' : 'Sign in'}`,
    `<h1>Sign in</h1>
${elsewhere.noPage && !error ? `<p class="no-page" role="status">There is no page at <code>${asText(elsewhere.noPage)}</code>. Sign in to go to the start page.</p>` : ''}
${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
${service ? `<p class="only">${wayTo(elsewhere, service, 'button main', username)}</p>` : ''}
${byDomain ? `<p class="only"><span>Your school signs in with ${asText(byDomain.name)}.</span>${wayTo(elsewhere, byDomain, 'button', username)}</p>` : ''}
${needsScript ? '<noscript><p class="problem">Please turn on JavaScript: without it you cannot sign in here for an hour.</p></noscript>' : ''}
<form method="post" id="with-password" data-solver="${solverPath}">
  <input type="hidden" name="proof">
  <div class="field">
    <label for="username">User name</label>
    <input class="input" id="username" name="username" type="text" value="${asText(username)}" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" maxlength="320" required${username ? '' : ' autofocus'}${marked(error)}>
  </div>
  <div class="field">
    <label for="password">Password</label>
    <input class="input" id="password" name="password" type="password" autocomplete="current-password"${elsewhere.byAddress ? '' : ' required'}${username ? ' autofocus' : ''}${marked(error)}>
  </div>
  <p class="working" role="status" hidden></p>
  <button class="button main" type="submit">Sign in</button>
  <p class="forgotten"><a href="/forgotPassword">Forgotten password</a></p>
  ${elsewhere.byAddress ? bySchool : ''}
</form>
${otherServices(elsewhere)}
${takesPasskeys(settings) ? passkeyWay() : ''}
<script src="${scriptPath}" defer></script>
${demoAccounts ? demoBox(demoAccounts) : ''}`,
  )

/**
 * Sends the form without its password; the address decides where it leads. Without a password the other button does the
 * same, so the browser must not ask for one.
 */
const bySchool =
  '<p class="by-school"><button class="button" type="submit" name="way" value="school" formnovalidate>Use my school’s sign-in</button><span class="hint">Enter your e-mail address at your school above.</span></p>'

const otherServices = (elsewhere: Elsewhere) =>
  elsewhere.services.length === 0
    ? ''
    : `<ul class="services" aria-label="Other ways to sign in">${elsewhere.services
        .map((service) => `<li>${wayTo(elsewhere, service)}</li>`)
        .join('')}</ul>`

function addressOf({ redirect, asksPerson }: Elsewhere, { id }: OfferedService, hint = '') {
  const prompt = asksPerson ? { prompt: 'login' } : {}
  return asText(
    `/rest/user/login?${new URLSearchParams({ service: id, redirect, ...prompt, ...(hint.includes('@') ? { hint } : {}) })}`,
  )
}

const wayTo = (elsewhere: Elsewhere, service: OfferedService, look = 'button', hint = '') =>
  `<a class="${look}" href="${addressOf(elsewhere, service, hint)}">Sign in with ${asText(service.name)}</a>`

/**
 * Leads on to a school's service. Not by a redirect: the security policy lets no form lead to another site, even by way
 * of ours.
 */
export const leadOnPage = ({ env, elsewhere }: Around, service: OfferedService, hint: string) =>
  page(
    env,
    `Sign in with ${asText(service.name)}`,
    `<h1>Sign in with ${asText(service.name)}</h1>
<p>Your school signs in with ${asText(service.name)}. You are led there now.</p>
<p class="ways"><a class="button main" href="${addressOf(elsewhere, service, hint)}">Continue</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${addressOf(elsewhere, service, hint)}">`,
  )

/**
 * After the right password: the code of an authenticator app, a recovery code, or a passkey. The form works without
 * script.
 */
export function secondStepPage(
  settings: PageSettings,
  { by, passkeys, recovery, error }: { by: 'code' | 'passkey'; passkeys: boolean; recovery: boolean; error?: string },
) {
  const { title, hint, form } =
    by === 'passkey' ? withPasskeyOnly : recovery ? withRecoveryCode(error) : withCode(error)
  const support = asText(settings.supportEmail)
  return page(
    settings,
    error ? 'Not signed in' : title,
    `<h1>${title}</h1>
${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
<p class="lead">${hint}</p>
${form}
${passkeys ? passkeyWay(by === 'code') : ''}
<p class="other">Can’t sign in this way? Email <a href="mailto:${support}">${support}</a>.<br><a href="?again">Sign in as somebody else</a></p>
<script src="${scriptPath}" defer></script>`,
  )
}

const codeForm = (label: string, attributes: string, link: string, error: string | undefined) => `<form method="post">
  <div class="field">
    <label for="code">${label}</label>
    <input class="input" id="code" name="code" type="text" ${attributes} autocapitalize="none" spellcheck="false" maxlength="40" required autofocus${marked(error)}>
  </div>
  <button class="button main" type="submit">Sign in</button>
  <p class="forgotten">${link}</p>
</form>`

const withCode = (error: string | undefined) => ({
  title: 'Enter your code',
  hint: 'Open your authenticator app and enter the 6&#8209;digit code that it shows.',
  form: codeForm(
    'Code',
    'inputmode="numeric" autocomplete="one-time-code"',
    '<a href="?recovery">Use a recovery code</a>',
    error,
  ),
})

const withRecoveryCode = (error: string | undefined) => ({
  title: 'Enter a recovery code',
  hint: 'Enter one of the codes that you saved when you set up your authenticator app. Each works once.',
  form: codeForm('Recovery code', 'autocomplete="off"', '<a href="?">Use your authenticator app</a>', error),
})

const withPasskeyOnly = {
  title: 'Use your passkey',
  hint: 'Your account needs a second factor to sign in. Confirm with the passkey that you added to your profile.',
  form: '<noscript><p class="problem">Please turn on JavaScript: passkeys need it.</p></noscript>',
}

const passkeyWay = (isOther = true) => `<form class="passkey" id="passkey" method="post" hidden>
  ${isOther ? '<p class="or"><span>or</span></p>' : ''}
  <input type="hidden" name="passkey">
  <button class="button" type="button">${keyIcon}Sign in with a passkey</button>
  <p class="hint">With your fingerprint, face or screen lock, once you have added a passkey to your profile.</p>
  <p class="problem" role="alert" hidden></p>
</form>`

const marked = (error: string | undefined) => (error ? ' aria-invalid="true" aria-describedby="problem"' : '')

type Sentences = [title: string, sentence: string]

/** `service` is as text of the page. */
const sentences: Record<Failure['reason'], (service: string | undefined) => Sentences> = {
  failed: () => [
    'Sign-in could not be completed',
    'The answer of the sign-in service was refused or was used before. Please try again.',
  ],
  expired: () => ['This sign-in page was open for too long', 'Please start again. Nothing that you entered was kept.'],
  issuer_away: (service = 'The sign-in service') => [
    'Sign-in is not available',
    `${service} does not answer. Please try again in a moment.`,
  ],
  service_off: (service = 'This sign-in service') => [
    'This sign-in service is not in use',
    `${service} has been switched off or removed here. Please sign in another way.`,
  ],
  unknown_person: (service) => [
    'There is no account for you here',
    service
      ? `${service} knows you, but no account here has your e-mail address, or your school does not use ${service} to sign in. Please ask the primary contact of your school.`
      : 'You are known to the sign-in service, but not to us, or your account is closed. Please ask the primary contact of your organisation.',
  ],
  unconfirmed_email: (service = 'The sign-in service') => [
    'Your e-mail address is not confirmed',
    `${service} does not confirm that your e-mail address is yours, so it does not open an account here. Confirm your address at ${service} and sign in again, or ask the people who look after it at your school.`,
  ],
}

export function failedSignInPage(settings: PageSettings, { reason, redirect, service }: Failure) {
  const [title, sentence] = sentences[reason](service && asText(service.name))
  // Without a prompt, an issuer that remembers them would return the same person again and again.
  const asAnother = reason === 'unknown_person' || reason === 'unconfirmed_email'
  const parameters = new URLSearchParams({
    redirect,
    ...(asAnother ? { prompt: 'login' } : {}),
    ...(service && reason !== 'service_off' ? { service: service.id } : {}),
  })
  const again = `/rest/user/login?${parameters}`
  const otherWay = service
    ? ` <a href="${asText(`/rest/user/login?${new URLSearchParams({ redirect })}`)}">Sign in another way</a>`
    : ''
  const main = reason === 'service_off' ? 'Sign in' : asAnother ? 'Sign in as somebody else' : 'Try again'
  return page(
    settings,
    title,
    `<h1>${title}</h1>
<p>${sentence}</p>
<p class="ways"><a class="button main" href="${asText(again)}">${main}</a>${reason === 'service_off' ? '' : otherWay} <a href="/">Go to the start page</a></p>`,
  )
}

const page = ({ providerName }: PageSettings, title: string, content: string, head = '') => `<!doctype html>
<html lang="en">
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

const demoBox = ({ password, people }: DemoAccounts) => `<aside class="demo" aria-labelledby="demo">
<h2 id="demo">Demo accounts</h2>
<p>The password of each is <code>${asText(password)}</code></p>
<dl>${people
  .map(({ username, place }) => `<div><dt>${asText(username)}</dt><dd>${asText(place)}</dd></div>`)
  .join('')}</dl>
</aside>`
