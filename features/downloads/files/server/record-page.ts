import { readFileSync } from 'node:fs'
import { inHost, namesOf, twinsOf } from '#features/catalogue/rules.ts'
import { recordAddress } from '#features/catalogue/server/catalogue.ts'
import { html, type Markup, policyHash } from '#kit/server/html.ts'
import { counted } from '#kit/wording.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { printedIssn } from '#marc/isbn.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'

const style = readFileSync(new URL('./record-page.css', import.meta.url), 'utf8')
const styleElement: Markup = { markup: `<style>${style}</style>` }

/** The source expression of these pages' only style sheet in a content security policy. */
export const recordPageStyle = policyHash(style)

type About = {
  heading: string
  publicUrl: string
  providerName: string
  /** Number of records; a page with a single one has its title as heading. */
  count: number
  isbnFormat: Preferences['isbnFormat']
}

/** Up to this many records need no list of titles. */
const fewRecords = 12

/**
 * Records as one page to read, print and keep: it loads nothing, and all text of a record is escaped. It is streamed;
 * of earlier records only the titles are held, for the list at the end.
 */
export async function* recordPage(records: AsyncIterable<BibliographicDocument>, about: About): AsyncGenerator<string> {
  const { heading, publicUrl, providerName, count } = about
  const single = count === 1
  const titles: Title[] = []
  let at = 0
  for await (const document of records) {
    at++
    const name = document.title.titlePrimary || 'Without a title'
    if (at === 1) yield head(single ? name : heading).markup
    if (at === 1 && !single) yield listHead(heading, count).markup
    if (count > fewRecords) titles.push({ name: besideIn(document)(name), sort: document.titleSort, at })
    yield article(document, about, single ? undefined : at).markup
  }
  if (at === 0) yield head(heading).markup
  yield html`${titles.length > 0 && titleList(titles)}
</main>
<footer>From the ${providerName} catalogue, ${publicUrl}</footer>
</body>
</html>
`.markup
}

const head = (title: string): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title || 'Record'}</title>
${styleElement}
</head>
<body>
<main>
`

const listHead = (heading: string, count: number): Markup => html`<header class="list">
<h1>${heading}</h1>
<p>${counted(count, 'record')}${count > fewRecords && html` · <a href="#titles">Titles from A to Z</a>`}</p>
</header>
`

type Title = { name: string | Markup; sort: string; at: number }

function titleList(titles: Title[]): Markup {
  const sorted = titles.toSorted((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : a.at - b.at))
  return html`<nav id="titles">
<h2>Titles from A to Z</h2>
<ol>
${sorted.map(
  ({ name, at }) => html`<li><a href="#record-${at}">${name}</a> <span>${at}</span></li>
`,
)}</ol>
</nav>`
}

/** `at`: its number in a list. */
function article(document: BibliographicDocument, { publicUrl, isbnFormat }: About, at: number | undefined): Markup {
  const { titlePrimary, noteStmOfResponsibility } = document.title
  const beside = besideIn(document)
  const permalink = recordAddress(document.id, publicUrl)
  const name = titlePrimary || 'Without a title'
  return html`${at === undefined ? html`<article>` : html`<article id="record-${at}">`}
<header>
${at === undefined ? html`<h1>${beside(name)}</h1>` : html`<h2><span>${at}</span> ${beside(name)}</h2>`}
${noteStmOfResponsibility !== '' && html`<p class="by">${beside(noteStmOfResponsibility)}</p>`}
</header>
${document.description !== '' && paragraphs(document.description, beside)}
<dl>
${facts(document, isbnFormat)}
${subjects(document)}
${fact('Link', [html`<a href="${permalink}" target="_blank" rel="noopener">${permalink}</a>`])}
</dl>
</article>
`
}

function facts(document: BibliographicDocument, isbnFormat: Preferences['isbnFormat']): Markup[] {
  const beside = besideIn(document)
  return [
    fact('Type', [document.scisType]),
    fact('Other titles', document.variantTitles.map(beside)),
    fact('Title in its own script', [document.inScript?.length ? '' : (document.titleInScript ?? '')]),
    fact('In', [inHost(document)]),
    fact('Published', [publishedAs(document), ...publishedInScript(document)]),
    fact('Edition', [beside(document.edition)]),
    fact('Physical', [document.physical]),
    fact('Author', namesOf(document).main.map(beside)),
    fact('Contributors', namesOf(document).others.map(beside)),
    fact('Performers', [document.contributor.notePerformers]),
    fact('Series', document.series.map(beside)),
    fact('Dewey, full', [document.deweyFull]),
    fact('Dewey, abridged', [document.deweyAbridged]),
    fact('Audience', document.targetAudienceText),
    fact('Reading level', document.readingLevel ?? []),
    fact('Genre', document.genreScis.map(beside)),
    fact('Learning area', document.scisLearningArea),
    fact('Language', document.language),
    fact('Country', [document.placeOfPublicationMarcCountry]),
    ...furtherFacts(document),
    fact('Contents', document.contents.split('\n').map(beside)),
    fact('Notes', document.notes.map(beside)),
    fact('ISBN', isbnFormat === 'ISBN' ? [...new Set([...document.isbn13, ...document.isbn])] : document.isbn),
    fact('ISSN', document.issn.map(printedIssn)),
    fact('Other numbers', document.otherIdentifier),
    fact('Record number', [document.id]),
    fact('Catalogued', [document.voyagerCreateDate]),
    fact(
      'Online',
      document.url.map(({ href, label }) => link(href, label)),
    ),
  ].filter((each) => each !== undefined)
}

/** Local notes are left out: a page is also for people who are not of the library that wrote them. */
function furtherFacts(document: Partial<BibliographicDocument>) {
  const beside = besideIn(document)
  return Object.entries(Object.groupBy(document.facts ?? [], ({ label }) => label)).map(([label, members = []]) =>
    fact(
      label,
      members.map(({ text }) => beside(text)),
    ),
  )
}

const subjects = (document: BibliographicDocument): (Markup | undefined)[] =>
  Object.entries(Object.groupBy(document.subjectHeadings, ({ scheme }) => scheme)).map(([scheme, members = []]) =>
    fact(
      schemeName(scheme),
      [...new Map(members.map(({ heading }) => [headingText(heading), heading]))].map(([text, heading]) => {
        const [twin] = twinsOf(document, heading)
        return twin ? withTwin(text, twin) : text
      }),
    ),
  )

/** The place and the publisher, printed as one, may each have another script. */
const publishedInScript = (document: BibliographicDocument) =>
  twinsOf(document, document.placeOfPublication, document.publisher).map(
    ({ text, lang }) => html`<bdi lang="${lang}">${text}</bdi>`,
  )

/** A text with the same one in its other script. */
const besideIn = ({ inScript = [] }: Partial<BibliographicDocument>): Beside => {
  const twins = new Map(inScript.map((each) => [each.of, each]))
  return (text) => {
    const twin = twins.get(text)
    return twin ? withTwin(text, twin) : text
  }
}
type Beside = (text: string) => string | Markup

const withTwin = (text: string, twin: { text: string; lang: string }) =>
  html`${text} <bdi lang="${twin.lang}">${twin.text}</bdi>`

function fact(name: string, values: (string | Markup)[]): Markup | undefined {
  const present = values.filter((value) => value !== '')
  if (present.length === 0) return undefined
  return html`<div><dt>${name}</dt><dd>${present.map((value) => html`<p>${value}</p>`)}</dd></div>
`
}

/**
 * Only a web address becomes a link. The crosswalk already ensures this, but the page is kept for years, so it checks
 * again.
 */
function link(href: string, label: string): Markup {
  const text = label || href
  return /^(?:https?|ftp):\/\//i.test(href)
    ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`${text}`
}

const paragraphs = (text: string, beside: Beside): Markup =>
  html`<div class="summary">${text.split('\n').map((each) => html`<p>${beside(each)}</p>`)}</div>`

const publishedAs = ({ placeOfPublication, publisher, dateIssued, dateIssuedMarc }: BibliographicDocument) =>
  [[placeOfPublication, publisher].filter(Boolean).join(' : '), dateIssued || dateIssuedMarc].filter(Boolean).join(', ')
