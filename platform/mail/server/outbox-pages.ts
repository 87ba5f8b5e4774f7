import { readFileSync } from 'node:fs'

/** The product's own tokens, so that these pages look like the portal without a build step. */
const parts = ['../../../ui/tokens.css', '../../../ui/base.css', '../../../ui/button.css', './outbox.css']
export const outboxStyle = parts.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8')).join('\n')

type Listed = { id: string; sentAt: Date; recipient?: string; subject?: string }
type StoredMail = {
  id: string
  recipient: string
  subject: string
  sentAt: Date | null
  bodyText: string | null
  bodyHtml: string | null
  files: { name: string; bytes: Buffer }[]
}

export const outboxPage = (providerName: string, mails: Listed[]) =>
  page(
    providerName,
    'Outbox',
    mails.length === 0
      ? '<h1>Outbox</h1>\n<p>No emails sent yet.</p>'
      : `<h1>Outbox</h1>
<p>Emails this portal would have sent, newest first. They stay on this machine.</p>
<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>
${mails.map(row).join('\n')}
</tbody>
</table>`,
  )

/** An email unknown to the database was sent with another one; its file still exists. */
const row = ({ id, sentAt, recipient, subject }: Listed) =>
  `<tr><td><a href="/dev/outbox/${asText(id)}${subject === undefined ? '/eml' : ''}">${asText(subject ?? `${id}.eml`)}</a></td>` +
  `<td>${asText(recipient ?? '')}</td><td>${time(sentAt)}</td></tr>`

export const outboxMailPage = (
  providerName: string,
  { id, recipient, subject, sentAt, bodyText, bodyHtml, files }: StoredMail,
) =>
  page(
    providerName,
    subject,
    `<p><a href="/dev/outbox">Outbox</a></p>
<h1>${asText(subject)}</h1>
<dl><div><dt>To</dt><dd>${asText(recipient)}</dd></div><div><dt>Sent</dt><dd>${sentAt ? time(sentAt) : 'not yet'}</dd></div>${fileList(id, files)}</dl>
<p><a class="button" href="/dev/outbox/${asText(id)}/eml">Download .eml</a></p>
${
  bodyText === null || bodyHtml === null
    ? '<p>The text of this email is no longer kept.</p>'
    : `<h2 id="html">HTML part</h2>
<iframe src="/dev/outbox/${asText(id)}/html" title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text part</h2>
<pre tabindex="0" aria-label="Text part">${asText(bodyText)}</pre>`
}`,
  )

const fileList = (id: string, files: StoredMail['files']) =>
  files.length === 0
    ? ''
    : `<div><dt>Files</dt><dd>${files
        .map(
          ({ name, bytes }, index) =>
            `<a href="/dev/outbox/${asText(id)}/files/${index + 1}">${asText(name)}</a> (${Math.ceil(bytes.length / 1000)} kB)`,
        )
        .join('<br>')}</dd></div>`

const page = (providerName: string, title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${asText(title)} · ${asText(providerName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/outbox/style.css">
</head>
<body class="outbox">
<main>
${content}
</main>
</body>
</html>
`

const time = (at: Date) =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`

const asText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
