/** Sent to show the messages again. */
export const messagesEvent = 'show-messages'

let unheard = false

/** Shows the messages again, including those shown before; at once, or when their script has loaded. */
export function showMessages(): void {
  unheard = true
  window.dispatchEvent(new Event(messagesEvent))
}

/** Whether they were requested since the last call. */
export function takeRequest(): boolean {
  const was = unheard
  unheard = false
  return was
}
