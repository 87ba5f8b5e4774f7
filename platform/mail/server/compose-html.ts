import type { MailContent, MailLink, MailRecord, MailSection } from './compose.ts'

// Mail programs ignore style sheets and support little beyond tables, so every style is inline.
const font = "font-family:'Inter','Segoe UI',Helvetica,Arial,sans-serif"
const serif = "font-family:'Source Serif 4',Georgia,'Times New Roman',serif"
const ink = '#1d2320'
const soft = '#56605b'
const accent = '#00595f'
const line = '#dfe3e0'

export function htmlOf(content: MailContent): string {
  const { subject, heading, sections = [], footnote, providerName, ...first } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${asText(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f5f3;color:${ink};word-break:break-word;overflow-wrap:anywhere;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;background:#ffffff;border:1px solid ${line};border-radius:8px">
<tr><td style="padding:16px 28px;border-bottom:1px solid ${line};font-size:14px;font-weight:600;color:${accent}">${asText(providerName)}</td></tr>
<tr><td style="padding:24px 28px 28px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;${serif}">${asText(heading)}</h1>
${partsOf(first)}${sections.map(sectionOf).join('')}</td></tr>
</table>
<p style="max-width:640px;margin:16px auto 0;font-size:12px;line-height:1.5;color:${soft}">${footnote ? `${asText(footnote)}<br>` : ''}${asText(providerName)}</p>
</td></tr></table>
</body>
</html>
`
}

const sectionOf = (section: MailSection) =>
  `<h2 style="margin:28px 0 8px;padding-top:20px;border-top:1px solid ${line};font-size:17px;line-height:1.35;font-weight:600;${serif}">${asText(section.heading ?? '')}</h2>
${partsOf(section)}`

const partsOf = ({ intro = [], facts = [], records = [], link }: MailSection) =>
  [
    ...intro.map((each) => `<p style="margin:0 0 12px;font-size:15px;line-height:1.55">${asText(each)}</p>\n`),
    ...(facts.length ? [factTable(facts)] : []),
    ...(records.length ? [recordTable(records)] : []),
    ...(link ? [button(link)] : []),
  ].join('')

const factTable = (facts: { label: string; value: string }[]) =>
  table(
    facts.map(
      ({ label, value }) =>
        `<tr><th scope="row" align="left" valign="top" style="padding:6px 16px 6px 0;width:7.5em;font-weight:400;color:${soft}">${asText(label)}</th><td valign="top" style="padding:6px 0">${asText(value)}</td></tr>`,
    ),
  )

const recordTable = (records: MailRecord[]) =>
  table(
    records.map(
      ({ title, inScript = [], detail, href }) =>
        `<tr><td style="padding:10px 0;border-top:1px solid ${line}">${href ? `<a href="${asHref(href)}" style="color:${accent};font-weight:600">${asText(title)}</a>` : `<span style="font-weight:600">${asText(title)}</span>`}${inScript.map(lineInScript).join('')}${detail ? `${inScript.length > 0 ? '' : '<br>'}<span style="color:${soft};font-size:14px">${asText(detail)}</span>` : ''}</td></tr>`,
    ),
  )

/** Email programs support neither `dir="auto"` nor `bdi`. */
const lineInScript = ({ text, lang }: { text: string; lang: string }) =>
  `<div${lang && ` lang="${asText(lang)}"`} dir="${fromRight.test(text) ? 'rtl" style="text-align:right' : 'ltr'}">${asText(text)}</div>`

/** The first letter is Hebrew, Arabic or of a related script. */
const fromRight = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

const table = (rows: string[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px;border-collapse:collapse;font-size:15px;line-height:1.5">${rows.join('\n')}</table>\n`

const button = ({ label, href }: MailLink) =>
  `<p style="margin:20px 0 0"><a href="${asHref(href)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${accent};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${asText(label)}</a></p>\n`

const asText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\r?\n/g, '<br>')

/** Only web addresses may be links in an email. */
const asHref = (href: string) => (/^https?:\/\//i.test(href) ? asText(href) : '#')
