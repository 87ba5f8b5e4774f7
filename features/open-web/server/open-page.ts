import { readFileSync } from 'node:fs'
import { openRecordPath } from '#features/catalogue/rules.ts'
import { html, type Markup, policyHash } from '#kit/server/html.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { coverPath, responsibilityOf, titleOf, yearOf } from '../rules.ts'
import { coinsOf } from './coins.ts'
import { asScript, jsonLdOf } from './json-ld.ts'

export type PageSettings = { publicUrl: string; providerName: string; searchEngines: boolean }
/** A form of the record that the reader of the page may have. */
export type Alternate = { path: string; type: string; label: string }

// The portal's own tokens and parts, so that the page matches it; inside the page, so that nothing is awaited.
const sheets = ['served-fonts.css', 'tokens.css', 'base.css', 'button.css', 'form/field.css', 'brand.css'].map(
  (name) => `../../../ui/${name}`,
)
const style = [...sheets, './open-page.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\n\s*/g, '\n')
/** Same as app/public/theme.js, inline: a chosen theme must not flash in after the system's. */
const theme = `try{const t=localStorage.getItem('theme');if(/^(light|dark|contrast)$/.test(t))document.documentElement.dataset.theme=t}catch{}`

/** Content security policy of these pages: the style and the script that are in them, our own pictures and fonts. */
export const openPagePolicy = `default-src 'none'; style-src ${policyHash(style)}; script-src ${policyHash(theme)}; img-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const raw = (markup: string): Markup => ({ markup })

/** The address that signs someone in and leads on to the whole record. */
export const signInForRecord = (id: string): string =>
  `/rest/user/login?redirect=${encodeURIComponent(wholeRecordPath(id))}`

export const wholeRecordPath = (id: string): string => `/discover/details/${encodeURIComponent(id)}`

/** A record as everyone may see it, complete without script. `document` is the reduced one. */
export function openRecordPage(document: BibliographicDocument, settings: PageSettings, alternates: Alternate[]) {
  const { publicUrl, providerName } = settings
  const { id, scisType, subjectHeadings } = document
  const responsibility = responsibilityOf(document)
  const name = titleOf(document)
  const about = description(document)
  const address = publicUrl + openRecordPath(id)
  const subjects = [...new Set(subjectHeadings.map(({ heading }) => heading))]
  const head = html`<link rel="canonical" href="${address}">
<meta name="description" content="${about}">
<meta property="og:type" content="${/book/i.test(scisType) ? 'book' : 'website'}">
<meta property="og:site_name" content="${providerName} Data">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${publicUrl + coverPath(document, 512)}">
${alternates.map(
  ({ path, type, label }) => html`<link rel="alternate" type="${type}" title="${label}" href="${path}">
`,
)}<script type="application/ld+json">${raw(asScript(jsonLdOf(document, publicUrl)))}</script>`
  const signIn = signInForRecord(id)
  const content = html`<span class="Z3988" title="${coinsOf(document, new URL(publicUrl).hostname)}"></span>
<article class="open-record">
<header>
<h1>${name}</h1>
${responsibility !== '' && html`<p class="by">${responsibility}</p>`}
</header>
<img class="picture" src="${coverPath(document, 440)}" alt="" width="440" height="660">
<div class="known">
<dl>
${fact('Type', [scisType])}${fact('Year', [yearOf(document)])}${fact(
  'Subjects',
  subjects.map((heading) => html`<a rel="nofollow" href="${subjectSearch(heading)}">${headingText(heading)}</a>`),
)}</dl>
<aside>
<h2>There’s more in this record</h2>
<p>Subscribing schools can see its publisher, ISBN, summary, contents, Dewey numbers and links, and download it.</p>
<p><a class="button main" href="${signIn}">Sign in for the whole record</a></p>
</aside>
${
  alternates.length > 0 &&
  html`<p class="forms">Save this short record as ${alternates.map(
    ({ path, label }, at) =>
      html`${at > 0 && (at === alternates.length - 1 ? ' or ' : ', ')}<a href="${path}" rel="nofollow" download>${label}</a>`,
  )}.</p>`
}
</div>
</article>`
  return page({ title: name, head, content, signIn }, settings)
}

/** Instead of a record: there never was one with this number, or it was removed. */
export function missingRecordPage(kind: 'unknown' | 'removed', settings: PageSettings) {
  const [title, sentence] =
    kind === 'removed'
      ? ['This record has been removed', 'It is no longer in the catalogue. Another record may describe the same work.']
      : ['We couldn’t find this record', 'No catalogue record has this number. The link may be incomplete.']
  const content = html`<div class="missing">
<h1>${title}</h1>
<p>${sentence}</p>
<p><a class="button main" href="/discover/results/">Search the catalogue</a></p>
</div>`
  return page(
    { title, head: html`<meta name="robots" content="noindex">`, content, signIn: '/rest/user/login' },
    settings,
  )
}

function fact(name: string, values: (string | Markup)[]): Markup | false {
  const present = values.filter((value) => value !== '')
  return (
    present.length > 0 &&
    html`<div><dt>${name}</dt><dd>${present.length > 1 ? html`<ul>${present.map((each) => html`<li>${each}</li>`)}</ul>` : present}</dd></div>
`
  )
}

/** `Book by Mem Fox, 1983. Subjects: Possums; Magic.`, at most about 300 characters: search engines show half of it. */
function description(document: BibliographicDocument): string {
  const { scisType, subjects } = document
  const by = responsibilityOf(document).replace(/^by /i, '')
  const first = [`${titleOf(document)}. ${scisType}${by && ` by ${by}`}`, yearOf(document)].filter(Boolean).join(', ')
  const about = [...new Set(subjects)].slice(0, 4).map(headingText).join('; ')
  const text = `${first.replace(/\.$/, '')}.${about && ` Subjects: ${about}.`}`
  return text.length > 300 ? `${text.slice(0, 297).replace(/\s+\S*$/, '')} …` : text
}

const subjectSearch = (heading: string): string =>
  `/discover/results/?${new URLSearchParams({ query: `subject:"${heading.replace(/["\\]/g, ' ')}"`, queryForDisplay: headingText(heading) })}`

/** lucide's search and log-in, as in the portal's header. */
const icon = (...paths: string[]): Markup =>
  raw(
    `<svg class="icon" aria-hidden="true" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths.map((path) => `<path d="${path}"/>`).join('')}</svg>`,
  )
const searchIcon = icon('m21 21-4.34-4.34', 'M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z')
const signInIcon = icon('m10 17 5-5-5-5', 'M15 12H3', 'M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4')

type Parts = { title: string; head: Markup; content: Markup; signIn: string }

const page = ({ title, head, content, signIn }: Parts, { providerName }: PageSettings): string =>
  html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${providerName} Data</title>
${raw(`<script>${theme}</script>`)}
${raw(`<style>${style}</style>`)}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="search" type="application/opensearchdescription+xml" title="${providerName} catalogue" href="/opensearch.xml">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/discover"><span class="shelf" aria-hidden="true"><i></i><i></i><i></i><i></i></span><span class="brand-name">${providerName} Data</span></a>
<search><form action="/discover/results/">${searchIcon}<input class="input" type="text" name="query" required maxlength="256" autocomplete="off" spellcheck="false" enterkeyhint="search" aria-label="Search the catalogue" placeholder="Title, author, subject or ISBN"></form></search>
<a class="button main" href="${signIn}">${signInIcon}Sign in</a>
</header>
<main id="content" tabindex="-1">
${content}
</main>
</body>
</html>
`.markup
