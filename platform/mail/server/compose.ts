import { htmlOf } from './compose-html.ts'
/**
 * A record in an email. `detail` is one line of plain text; `href` an absolute address of ours. `inScript`: what it
 * is called in another script, with the language of that (BCP 47) or ''.
 */
export type MailRecord = { title: string; detail: string; href?: string; inScript?: { text: string; lang: string }[] }
export type MailLink = { label: string; href: string }

export type MailSection = {
  heading?: string
  intro?: string[]
  /** Facts about one thing by label; several values of one label get separate lines. */
  facts?: { label: string; value: string }[]
  records?: MailRecord[]
  link?: MailLink
}

/** An email's content, all plain text. */
export type MailContent = MailSection & {
  subject: string
  heading: string
  /** Further parts, each under its own heading. */
  sections?: MailSection[]
  /** Why the reader got this mail, in small print. */
  footnote?: string
  providerName: string
}

/** An email's two parts from the same content. Markup in it stays text, and nothing of it becomes a header. */
export function composeMail(content: MailContent): { subject: string; text: string; html: string } {
  const clean = cleaned(content) as MailContent
  return { subject: oneLine(clean.subject).slice(0, 200).toWellFormed(), text: textOf(clean), html: htmlOf(clean) }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Control characters and unpaired surrogates do not belong in an email. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string')
    return value.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each)]))
}

/** The plain part, for mail programs without HTML. */
function textOf({ heading, sections = [], footnote, providerName, ...first }: MailContent): string {
  const blocks = [
    `${heading}\n${'='.repeat(Math.min(72, [...heading].length))}`,
    ...blocksOf(first),
    ...sections.flatMap((section) => blocksOf(section, true)),
    ['-- ', ...(footnote ? [footnote] : []), providerName].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function blocksOf({ heading, intro = [], facts = [], records = [], link }: MailSection, titled = false): string[] {
  return [
    ...(titled && heading ? [`${heading}\n${'-'.repeat(Math.min(72, [...heading].length))}`] : []),
    ...intro,
    ...(facts.length ? [facts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', '; ')}`).join('\n')] : []),
    ...(records.length ? [records.map(recordLines).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.href}`] : []),
  ]
}

const recordLines = ({ title, inScript = [], detail, href }: MailRecord) =>
  [
    `* ${title}`,
    ...inScript.map(({ text }) => `  ${text}`),
    ...(detail ? [`  ${detail}`] : []),
    ...(href ? [`  ${href}`] : []),
  ].join('\n')
