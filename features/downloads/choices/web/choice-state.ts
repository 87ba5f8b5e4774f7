import { useState } from 'react'
import type { RequestView } from '../../web/send-request.ts'

type Choices = RequestView['choices']
/** By identifier: the chosen records, [] for none of them. An absent identifier is undecided. */
export type Chosen = Readonly<Record<string, readonly string[]>>

/** Choices that are not saved yet; they survive a reload. */
export function useChosen(requestId: string, choices: Choices) {
  const storageName = `choices of ${requestId}`
  const [chosen, setChosen] = useState<Chosen>(() => stillThere(read(storageName), choices))
  const keep = (next: Chosen) => {
    setChosen(next)
    try {
      if (Object.keys(next).length === 0) sessionStorage.removeItem(storageName)
      else sessionStorage.setItem(storageName, JSON.stringify(next))
    } catch {
      // Storage is full or disabled: the choices last as long as the page.
    }
  }
  return [stillThere(chosen, choices), keep] as const
}

/** Adds or removes the record; removing the last one makes the identifier undecided again. */
export function toggled(chosen: Chosen, { identifier, ids }: Choices[number], id: string): Chosen {
  const before = chosen[identifier] ?? []
  const taken = before.includes(id) ? before.filter((each) => each !== id) : [...before, id]
  // In the order of the catalogue, as in the file, whichever was ticked first.
  const inOrder = ids.filter((each) => taken.includes(each))
  const { [identifier]: _, ...others } = chosen
  return inOrder.length === 0 ? others : { ...others, [identifier]: inOrder }
}

/** Chooses none of its records, or makes it undecided again. */
export function declined(chosen: Chosen, identifier: string): Chosen {
  const { [identifier]: before, ...others } = chosen
  return before?.length === 0 ? others : { ...others, [identifier]: [] }
}

export type ForEach = 'first' | 'all' | 'none' | 'undecided'

/** A person confirms each cancelled or invalid number: bulk choices skip them. */
export function forEach(choices: Choices, what: ForEach): Chosen {
  if (what === 'undecided') return {}
  const of = what === 'none' ? choices : choices.filter(({ heldAs }) => !heldAs)
  return Object.fromEntries(
    of.map(({ identifier, ids }) => [identifier, what === 'first' ? ids.slice(0, 1) : what === 'all' ? ids : []]),
  )
}

/** Drops identifiers that are no longer open, and records that are no longer theirs. */
function stillThere(chosen: Chosen, choices: Choices): Chosen {
  const kept: Record<string, readonly string[]> = {}
  for (const { identifier, ids } of choices) {
    const taken = chosen[identifier]
    if (Array.isArray(taken)) kept[identifier] = ids.filter((id) => taken.includes(id))
  }
  return kept
}

function read(storageName: string): Chosen {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Chosen) : {}
  } catch {
    return {}
  }
}
