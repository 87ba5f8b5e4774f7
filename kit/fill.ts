// Apart from the rest of messages.ts, because it is all that the built pages need of it.

/** Puts values into the places of a message. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`)

/** Placeholder for an element in a message. */
export const gap = '\0'

/** The text before and after the element. */
export const around = (message: string): string[] => message.split(gap)
