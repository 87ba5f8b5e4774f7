import type { MailContent, MailRecord, MailSection } from './compose.ts'

/** The plain part: what somebody reads whose mail program shows no HTML. */
export function textOf({ heading, sections = [], footnote, providerName, ...first }: MailContent): string {
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

const recordLines = ({ title, detail, href }: MailRecord) =>
  [`* ${title}`, ...(detail ? [`  ${detail}`] : []), ...(href ? [`  ${href}`] : [])].join('\n')
