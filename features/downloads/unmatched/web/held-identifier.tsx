import { useState } from 'react'
import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { foreignKinds, heldAs } from '#marc/charset/foreign-kinds.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { reasons } from '../../quick-request/web/row-labels.ts'
import type { RequestView } from '../../web/send-request.ts'
import { useRecord } from '../../web/use-record.ts'
import { catalogueThese } from './catalogue-these.ts'

type Choice = RequestView['choices'][number]

/** Identifiers that records only hold, the index of each, and the first record of each. */
export type Held = { choices: readonly Choice[]; at: ReadonlyMap<string, number>; ids: readonly string[] }

export function heldIn(open: readonly Choice[]): Held {
  const choices = open.filter(({ heldAs }) => heldAs)
  return {
    choices,
    at: new Map(choices.map(({ identifier }, index) => [identifier, index])),
    ids: choices.map(({ ids }) => ids[0]!),
  }
}

export const isForeign = (reason: UnmatchedReason): boolean => foreignKinds.some((kind) => kind === reason)

/** `Fingerprint ISBN of the e-book “The hobbit”`. */
export function HeldReason({ choices, at, ids, identifier }: Held & { identifier: string }) {
  const index = at.get(identifier)!
  const id = ids[index]!
  const reading = useRecord(ids, index)
  const kind = choices[index]!.heldAs![id]!
  if (reading.is !== 'there') return reasons[kind]
  const others = choices[index]!.ids.length - 1
  return (
    <>
      {heldAs(kind)} “
      <Link href={`/discover/details/${encodeURIComponent(id)}`}>
        {reading.record.title.titlePrimary || `Record ${id}`}
      </Link>
      ”{others > 0 && ` and ${counted(others, 'more record')}`}
    </>
  )
}

/** Confirms the only record, or opens several side by side. */
export function Confirm({
  choice: { identifier, ids },
  disabled,
  onConfirm,
  onChoose,
}: {
  choice: Choice
  disabled: boolean
  onConfirm: (identifier: string, id: string) => Promise<void>
  onChoose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm(identifier, ids[0]!)
    setBusy(false)
  }
  return (
    <>
      {ids.length === 1 ? (
        <TextButton disabled={disabled || busy} onClick={confirm}>
          Use this record<span className="only-heard"> for {identifier}</span>
        </TextButton>
      ) : (
        <TextButton onClick={onChoose}>
          Choose from {grouped(ids.length)} records<span className="only-heard"> for {identifier}</span>
        </TextButton>
      )}{' '}
      or <Link href={catalogueThese([identifier])!}>request cataloguing</Link>
    </>
  )
}
