import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/button.css'
import '#ui/form/field.css'
import './offline.css'
import { emptyDraft, keepDraft, readDraft } from '#features/downloads/quick-request/web/draft.ts'
import { chosenOf, identitiesOf, readIdentifiers } from '#features/downloads/quick-request/web/identifier-list.ts'
import { tooManySentence } from '#features/downloads/quick-request/web/too-many.ts'
import {
  keepCodes,
  type Owner,
  ownerHere,
  savedSentence,
  waitingCodes,
} from '#features/downloads/quick-request/web/waiting-codes.ts'
import { lastChoice } from '#features/downloads/web/last-choice.ts'
import { newKey } from '#kit/new-key.ts'
import { counted } from '#kit/web/format.ts'

/** Without typing or scanning for this long, the page may leave for the wanted one. */
const quietMs = 2000

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const here = ownerHere()
let leaving: ReturnType<typeof setTimeout> | undefined

/** Typed text is stored already. Waits for a pause, so as not to interrupt a scan. */
function leaveWhenQuiet() {
  clearTimeout(leaving)
  leaving = setTimeout(() => window.location.reload(), quietMs)
}

// The browser has a network, so it is the service that does not answer.
if (navigator.onLine) {
  for (const element of [document.querySelector('h1')!, document.querySelector('title')!])
    element.textContent = 'We can’t reach the service'
  byId('why').textContent = 'Please try again in a moment.'
}
byId('again').addEventListener('click', () => window.location.reload())
window.addEventListener('online', leaveWhenQuiet)
window.addEventListener('offline', () => clearTimeout(leaving))
if (here) keepsCodes(here)

/** The quick request of the signed-in person, with the text that its screen had. */
function keepsCodes({ id: owner, name: person }: Owner) {
  const form = byId<HTMLFormElement>('quick-request')
  const field = byId<HTMLTextAreaElement>('identifiers')
  form.hidden = false
  byId('person').textContent = `Codes you save here will be sent as ${person}.`
  field.value = readDraft(owner).text
  show()
  field.addEventListener('input', () => {
    keepDraft(owner, { ...readDraft(owner), text: field.value })
    show()
    if (leaving !== undefined && navigator.onLine) leaveWhenQuiet()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { name, content = lastChoice().content ?? 'DATA_ONLY', confirmed } = readDraft(owner)
    const { rows, over } = readIdentifiers(field.value)
    field.focus()
    if (rows.length === 0 || over > 0) return show(rows.length === 0 ? 'Please enter at least one identifier.' : '')
    const [identities, chosen] = [identitiesOf(rows), chosenOf(rows, confirmed)]
    const codes = { key: newKey(), identities, chosen, name, content, offline: true } as const
    if (!keepCodes(owner, codes)) return show('This browser doesn’t let us save codes. Please write them down.')
    keepDraft(owner, emptyDraft)
    field.value = ''
    show()
  })

  function show(refusal = '') {
    const { rows, over } = readIdentifiers(field.value)
    const typed = rows.length === 0 ? '' : `${counted(identitiesOf(rows).length, 'code')} entered`
    byId('count').textContent = refusal || (over > 0 ? tooManySentence(over) : typed)
    field.setAttribute('aria-invalid', String(refusal !== '' || over > 0))
    const waiting = waitingCodes(owner)
    byId('saved').textContent = waiting.length > 0 ? savedSentence(waiting) : ''
  }
}
