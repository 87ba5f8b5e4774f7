import './choose.css'
import { useMemo, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import type { RequestView } from '../../web/send-request.ts'
import { ChoiceOf } from './choice-of.tsx'
import { declined, type ForEach, forEach, toggled, useChosen } from './choice-state.ts'

/** Identifiers rendered at first: each has several records side by side. */
const firstCount = 25

const ways: { what: ForEach; label: string; heard: string }[] = [
  { what: 'first', label: 'First of each', heard: 'First record chosen for each identifier' },
  { what: 'all', label: 'All of each', heard: 'All records chosen' },
  { what: 'none', label: 'None', heard: 'No records chosen' },
]

const waysFor = (choices: RequestView['choices']) =>
  choices.every(({ heldAs }) => heldAs) ? ways.filter(({ what }) => what === 'none') : ways

/**
 * A choice among records with the same identifier, or that only hold it, for the file. All choices are saved in one
 * call, so that the file is made once.
 */
export function ChooseRecords({
  request: { id: requestId, choices },
  take,
  again,
}: {
  request: RequestView
  take: (changed: DownloadRequest) => void
  again: () => void
}) {
  const [chosen, keep] = useChosen(requestId, choices)
  const [all, showAll] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  // The records of all identifiers in one list, so that neighbours share a call.
  const { ids, starts } = useMemo(() => laidOut(choices), [choices])
  const settled = Object.keys(chosen).length
  const taken = Object.values(chosen).reduce((sum, each) => sum + each.length, 0)
  const save = async () => {
    if (settled === 0) return setRefused(['Please choose a record first'])
    setBusy(true)
    setRefused(undefined)
    try {
      const { response } = await call(manageApi.chooseRecords, {
        requestId,
        chosen: Object.entries(chosen).map(([identifier, taken]) => ({ identifier, ids: [...taken] })),
      })
      keep({})
      announce(`${grouped(settled)} resolved. We’re updating the file.`)
      take(response)
    } catch (error) {
      setRefused(problemOf(error).messages)
      again()
    } finally {
      setBusy(false)
    }
  }
  const left = choices.length - settled
  return (
    <div className="choose-records pt-16">
      <div className="choose-ways split items-center gap-12-24">
        <p className="note aside measure-wide">
          {choices.some(({ heldAs }) => !heldAs) &&
            'Several records share an identifier. Tick the ones you want in your file; their differences are marked. '}
          {choices.some(({ heldAs }) => heldAs) &&
            'Some identifiers are in the catalogue only as cancelled or invalid numbers, or as the print ISBN of an e-book. Tick a record if it’s the one you want. '}
          Use the arrow keys to move between records, and space to tick one.
        </p>
        <div className="button-row flow gap-8">
          {waysFor(choices).map(({ what, label, heard }) => (
            <Button
              key={what}
              onClick={() => {
                keep({ ...(what === 'none' ? {} : chosen), ...forEach(choices, what) })
                announce(heard)
              }}
            >
              {label}
            </Button>
          ))}
          {settled > 0 && (
            <Button look="bare" onClick={() => keep({})}>
              Start again
            </Button>
          )}
        </div>
      </div>
      {(all ? choices : choices.slice(0, firstCount)).map((choice, i) => (
        <ChoiceOf
          key={choice.identifier}
          choice={choice}
          ids={ids}
          start={starts[i]!}
          taken={chosen[choice.identifier]}
          onToggle={(id) => keep(toggled(chosen, choice, id))}
          onDecline={() => keep(declined(chosen, choice.identifier))}
        />
      ))}
      {!all && choices.length > firstCount && (
        <p className="num cluster aside gap-8-16 py-16">
          {firstCount} of {grouped(choices.length)} identifiers shown.{' '}
          <Button onClick={() => showAll(true)}>Show all {grouped(choices.length)}</Button>
        </p>
      )}
      <div className="choose-foot sticky-foot split items-center text-small">
        {refused && <ErrorBox messages={refused} />}
        <p className="num" role="status">
          <strong>
            {grouped(settled)} of {grouped(choices.length)} resolved
          </strong>
          {settled > 0 && <> · {taken === 1 ? 'one record' : `${grouped(taken)} records`} added</>}
          {settled > 0 && left > 0 && <> · {grouped(left)} to choose later, before the first download</>}
        </p>
        <Button look="main" busy={busy} onClick={save}>
          Save and update file
        </Button>
      </div>
    </div>
  )
}

function laidOut(choices: RequestView['choices']) {
  const ids: string[] = []
  const starts: number[] = []
  for (const choice of choices) {
    starts.push(ids.length)
    ids.push(...choice.ids)
  }
  return { ids, starts }
}
