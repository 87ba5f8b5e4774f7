import type { MessageForm } from './message-form.ts'

/** What was typed and not saved, by the message's id or `new`: it outlives the dialog, and a reload. */
const keyOf = (id: string) => `message-draft:${id}`

export function readTyped(id: string): MessageForm | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keepTyped(id: string, form: MessageForm | undefined): void {
  try {
    if (form) sessionStorage.setItem(keyOf(id), JSON.stringify(form))
    else sessionStorage.removeItem(keyOf(id))
  } catch {
    // Storage is switched off: it lasts as long as the dialog.
  }
}
