import { demoDesk, demoPassword, demoSchools } from '#sample/demo-world.ts'
import { stylePath } from './page-style.ts'

export type PageSettings = { providerName: string; publicUrl: string; demo: boolean; host: string }

/** Why a sign-in ended without a session, and where its person wanted to go. */
export type Failure = { reason: 'failed' | 'expired' | 'issuer_away' | 'unknown_person'; redirect: string }

/** The bundled provider's sign-in page: plain HTML, no script. */
export const signInPage = (settings: PageSettings, { username, error }: { username: string; error?: string }) =>
  page(
    settings,
    `${error ? 'Not signed in' : 'Sign in'}`,
    `<h1>Sign in</h1>
${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
<form method="post">
  <div class="field">
    <label for="username">User name</label>
    <input class="input" id="username" name="username" type="text" value="${asText(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required${username ? '' : ' autofocus'}${marked(error)}>
  </div>
  <div class="field">
    <label for="password">Password</label>
    <input class="input" id="password" name="password" type="password" autocomplete="current-password" required${username ? ' autofocus' : ''}${marked(error)}>
  </div>
  <button class="button main" type="submit">Sign in</button>
</form>
${showsDemo(settings) ? demoBox : ''}`,
  )

const marked = (error: string | undefined) => (error ? ' aria-invalid="true" aria-describedby="problem"' : '')

/** Only on a machine that nobody else reaches. */
const showsDemo = ({ demo, host }: PageSettings) => demo && /^(127\.|::1$|\[::1\]$|localhost$)/.test(host)

const sentences: Record<Failure['reason'], [title: string, sentence: string]> = {
  failed: [
    'Sign-in could not be completed',
    'The answer of the sign-in service was refused or was used before. Please try again.',
  ],
  expired: ['This sign-in page was open for too long', 'Please start again. Nothing that you entered was kept.'],
  issuer_away: ['Sign-in is not available', 'The sign-in service does not answer. Please try again in a moment.'],
  unknown_person: [
    'There is no account for you here',
    'You are known to the sign-in service, but not to us, or your account is closed. Please ask the primary contact of your organisation.',
  ],
}

export function failedSignInPage(settings: PageSettings, { reason, redirect }: Failure) {
  const [title, sentence] = sentences[reason]
  const again = `/rest/user/login?redirect=${encodeURIComponent(redirect)}`
  return page(
    settings,
    title,
    `<h1>${title}</h1>
<p>${sentence}</p>
<p class="ways"><a class="button main" href="${asText(again)}">Try again</a> <a href="/">Go to the start page</a></p>`,
  )
}

const page = ({ providerName }: PageSettings, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${asText(providerName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
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

const demoBox = `<aside class="demo" aria-labelledby="demo">
<h2 id="demo">Demo accounts</h2>
<p>The password of each is <code>${demoPassword}</code></p>
<dl>${[
  ...demoSchools.flatMap((school) => school.people.map((person) => [person.username, school.name])),
  [demoDesk.username, 'The provider’s customer team'],
]
  .map(([username, place]) => `<div><dt>${asText(username!)}</dt><dd>${asText(place!)}</dd></div>`)
  .join('')}</dl>
</aside>`
