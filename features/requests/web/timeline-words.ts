import type { EventKind } from '../rules.ts'
import type { ShownEvent } from './shown.ts'

/** What happened, in words; `item` is its name, '' for the whole request. */
const words: Record<EventKind, (item: string) => string> = {
  created: () => 'Draft begun',
  changed: () => 'Draft changed',
  submitted: () => 'Submitted',
  received: (item) => (item ? `${item} has arrived` : 'The parcel has arrived'),
  assigned: () => 'Taken up',
  message: () => 'Message',
  seen: () => 'Read by the desk',
  catalogued: (item) => (item ? `${item} is catalogued` : 'Catalogued'),
  declined: (item) => (item ? `${item} was declined` : 'Declined'),
  withdrawn: (item) => (item ? `${item} was withdrawn` : 'Withdrawn'),
}

export const happened = ({ kind }: Pick<ShownEvent, 'kind'>, item: string): string => words[kind](item)

/** One line of a timeline; `times`: somebody saved so often in a row. */
export type Line = { event: ShownEvent; times: number }

/** Saving again and again is one thing that happened: the last time of it. */
export function linesOf(events: readonly ShownEvent[]): Line[] {
  const lines: Line[] = []
  for (const event of events) {
    const before = lines.at(-1)
    if (event.kind === 'changed' && before?.event.kind === 'changed' && before.event.by === event.by)
      lines[lines.length - 1] = { event, times: before.times + 1 }
    else lines.push({ event, times: 1 })
  }
  return lines
}
