import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { namesOf } from '#features/catalogue/rules.ts'
import type { BibliographicDocument } from '#marc/document.ts'
import { printedIssn } from '#marc/isbn.ts'
import { headingText, schemeName } from '#marc/subject-schemes.ts'
import { html, type Markup } from './markup.ts'

const style = readFileSync(new URL('./record-page.css', import.meta.url), 'utf8')
const styleElement: Markup = { markup: `<style>${style}</style>` }

/** How a content security policy names the one style sheet of these pages. */
export const recordPageStyle = `sha256-${createHash('sha256').update(style).digest('base64')}`

type About = { heading: string; publicUrl: string; providerName: string }

/** Records as one page to read, print and keep: nothing is fetched for it, and whatever a record holds is text in it. */
export function recordPage(documents: BibliographicDocument[], { heading, publicUrl, providerName }: About): string {
  const [first] = documents
  const single = documents.length === 1
  const title = single && first ? first.title.titlePrimary : heading
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title || 'Record'}</title>
${styleElement}
</head>
<body>
<main>
${!single && html`<h1 class="list">${heading}</h1>`}
${documents.map((document) => article(document, publicUrl, single ? 'h1' : 'h2'))}
</main>
<footer>From the ${providerName} catalogue, ${publicUrl}</footer>
</body>
</html>
`
  return page.markup
}

function article(document: BibliographicDocument, publicUrl: string, level: 'h1' | 'h2'): Markup {
  const { titlePrimary, noteStmOfResponsibility } = document.title
  const permalink = `${publicUrl}/discover/details/${encodeURIComponent(document.id)}`
  const name = titlePrimary || 'Without a title'
  return html`<article>
<header>
${level === 'h1' ? html`<h1>${name}</h1>` : html`<h2>${name}</h2>`}
${noteStmOfResponsibility !== '' && html`<p class="by">${noteStmOfResponsibility}</p>`}
</header>
${document.description !== '' && paragraphs(document.description)}
<dl>
${facts(document)}
${subjects(document)}
${fact('Link', [html`<a href="${permalink}" target="_blank" rel="noopener">${permalink}</a>`])}
</dl>
</article>
`
}

const facts = (document: BibliographicDocument): Markup[] =>
  [
    fact('Type', [document.scisType]),
    fact('Other titles', document.variantTitles),
    fact('Published', [publishedAs(document)]),
    fact('Edition', [document.edition]),
    fact('Physical', [document.physical]),
    fact('Author', namesOf(document).main),
    fact('Contributors', namesOf(document).others),
    fact('Performers', [document.contributor.notePerformers]),
    fact('Series', document.series),
    fact('Dewey, full', [document.deweyFull]),
    fact('Dewey, abridged', [document.deweyAbridged]),
    fact('Audience', document.targetAudienceText),
    fact('Genre', document.genreScis),
    fact('Learning area', document.scisLearningArea),
    fact('Language', document.language),
    fact('Country', [document.placeOfPublicationMarcCountry]),
    fact('Contents', document.contents.split('\n')),
    fact('Notes', document.notes),
    fact('ISBN', [...new Set([...document.isbn13, ...document.isbn])]),
    fact('ISSN', document.issn.map(printedIssn)),
    fact('Other numbers', document.otherIdentifier),
    fact('Record number', [document.id]),
    fact('Catalogued', [document.voyagerCreateDate]),
    fact(
      'Online',
      document.url.map(({ href, label }) => link(href, label)),
    ),
  ].filter((each) => each !== undefined)

const subjects = ({ subjectHeadings }: BibliographicDocument): (Markup | undefined)[] =>
  Object.entries(Object.groupBy(subjectHeadings, ({ scheme }) => scheme)).map(([scheme, members = []]) =>
    fact(schemeName(scheme), [...new Set(members.map(({ heading }) => headingText(heading)))]),
  )

function fact(name: string, values: (string | Markup)[]): Markup | undefined {
  const present = values.filter((value) => value !== '')
  if (present.length === 0) return undefined
  return html`<div><dt>${name}</dt><dd>${present.map((value) => html`<p>${value}</p>`)}</dd></div>
`
}

/** Only an address of the web is a link; the crosswalk keeps no other, and a page that is kept for years asks again. */
function link(href: string, label: string): Markup {
  const text = label || href
  return /^(?:https?|ftp):\/\//i.test(href)
    ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`${text}`
}

const paragraphs = (text: string): Markup =>
  html`<div class="summary">${text.split('\n').map((each) => html`<p>${each}</p>`)}</div>`

const publishedAs = ({ placeOfPublication, publisher, dateIssued, dateIssuedMarc }: BibliographicDocument) =>
  [[placeOfPublication, publisher].filter(Boolean).join(' : '), dateIssued || dateIssuedMarc].filter(Boolean).join(', ')
