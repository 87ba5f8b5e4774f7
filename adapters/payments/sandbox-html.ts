import { readFileSync } from 'node:fs'
import { type TestCard, testCards } from './sandbox-cards.ts'
import type { CardFields } from './sandbox-fields.ts'

/** The product's own tokens and components, without a build step. */
const parts = ['served-fonts.css', 'tokens.css', 'base.css', 'form/field.css', 'button.css'].map(
  (name) => `../../ui/${name}`,
)
export const style = [...parts, './sandbox.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')

export const cardHtml = (fields: CardFields, error = '') =>
  page(
    'Pay by card',
    `<h1>Pay ${amountOf(fields)}</h1>
<p class="ref">Reference <code>${asText(fields.primary_ref)}</code></p>
<form method="post" action="/sandbox/card/pay">
${hidden(fields)}
<div class="field">
  <label for="number">Card number</label>
  <input class="input" id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23"${error ? ' aria-invalid="true" aria-describedby="problem"' : ''} autofocus>
  ${error ? `<p class="problem" id="problem" role="alert">${asText(error)}</p>` : ''}
</div>
<p class="ways">
  <button class="button main" name="do" value="pay">Pay ${amountOf(fields)}</button>
  <button class="button" name="do" value="cancel" formnovalidate>Cancel</button>
</p>
<h2>Test cards</h2>
<ul class="cards">
${testCards.map(cardRow).join('\n')}
</ul>
</form>`,
  )

const cardRow = ({ number, does }: TestCard) =>
  `<li><span><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>${asText(does)}</span>` +
  `<button class="button" name="use" value="${number}" aria-label="Pay with ${number}: ${asText(does)}">Use</button></li>`

/** Shown while the bank is slow; the browser then continues. */
export const waitingHtml = (fields: CardFields, next: string, seconds: number) =>
  page(
    'Please wait',
    `<h1>Asking the bank…</h1>
<p>${amountOf(fields)} is being paid. You’ll return to the portal in a moment.</p>
<p class="ways"><a class="button" href="${asText(next)}">Go back now</a></p>`,
    `<meta http-equiv="refresh" content="${seconds};url=${asText(next)}">`,
  )

/** SecurePay's own receipt, if the portal asked for it: a form leads back. */
export const receiptHtml = (fields: CardFields, text: string, result: string) =>
  page(
    text,
    `<h1>${asText(text)}</h1>
<p>${amountOf(fields)}</p>
<form method="post" action="${asText(fields.return_url)}">
${[...new URLSearchParams(result)].map(field).join('\n')}
<p class="ways"><button class="button main">Continue</button></p>
</form>`,
  )

export const refusedHtml = (reason: string) =>
  page(
    'Nothing to pay',
    `<h1>This form can’t be used</h1>
<p>${asText(reason)}</p>
<p>You have not been charged. Please go back to the portal and start the payment again.</p>`,
  )

const page = (title: string, content: string, head = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${head}
<title>${asText(title)} · Card sandbox</title>
<link rel="stylesheet" href="/sandbox/card/style.css">
</head>
<body class="sandbox">
<header><strong>Card sandbox</strong><span>No money moves here. Never type the number of a real card.</span></header>
<main>
${content}
</main>
</body>
</html>
`

const hidden = (fields: CardFields) => Object.entries(fields).map(field).join('\n')
const field = ([name, value]: [string, string]) =>
  `<input type="hidden" name="${asText(name)}" value="${asText(value)}">`
const amountOf = ({ amount, currency }: CardFields) =>
  `$${(Number(amount) / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 })} ${asText(currency)}`
const asText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
