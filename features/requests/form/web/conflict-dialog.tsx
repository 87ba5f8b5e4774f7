import './conflict-dialog.css'
import { useState } from 'react'
import { nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { fieldNames, formatValue, nameOf } from '../../items/web/form-item.ts'
import type { Choice, Conflict } from './merge-items.ts'

/** Item by item, for those that both have changed: keep mine or take theirs. Nothing is overwritten before. */
export function ConflictDialog({
  by,
  conflicts,
  onDecide,
  onClose,
}: {
  /** The name of the other person. */
  by: string
  conflicts: readonly Conflict[]
  onDecide: (choices: Record<string, Choice>) => void
  onClose: () => void
}) {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const open = conflicts.filter(({ id }) => !choices[id]).length
  const all = (choice: Choice) => setChoices(Object.fromEntries(conflicts.map(({ id }) => [id, choice])))
  return (
    <Dialog
      alert
      shape="wide"
      title={`${by} has changed the same ${nounOf(conflicts.length, 'item')}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button look="main" disabled={open > 0} onClick={() => onDecide(choices)}>
            Save
          </Button>
        </>
      }
    >
      <p>
        Someone saved this request while you were editing it. No changes are lost. Choose which version of each item to
        keep; changes that don’t overlap are already combined.
      </p>
      {conflicts.length > 1 && (
        <div className="conflict-all flow gap-8">
          <Button onClick={() => all('mine')}>Keep all mine</Button>
          <Button onClick={() => all('theirs')}>Keep all theirs</Button>
        </div>
      )}
      <ul className="conflicts stack gap-18">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <OneConflict
              conflict={conflict}
              choice={choices[conflict.id]}
              onChoose={(choice) => setChoices((before) => ({ ...before, [conflict.id]: choice }))}
            />
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {open === 0 ? 'You’ve chosen for every item.' : open === 1 ? 'One item to go.' : `${open} items to go.`}
      </p>
    </Dialog>
  )
}

function OneConflict({
  conflict: { id, mine, theirs, differs },
  choice,
  onChoose,
}: {
  conflict: Conflict
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}) {
  const sides = [
    { side: 'mine' as const, item: mine, label: 'Keep mine', gone: 'You removed it.' },
    { side: 'theirs' as const, item: theirs, label: 'Keep theirs', gone: 'They removed it.' },
  ]
  return (
    <fieldset className="conflict stack gap-10">
      <legend className="anywhere">{nameOf((mine ?? theirs)!)}</legend>
      {sides.map(({ side, item, label, gone }) => (
        <label
          key={side}
          className={
            choice === side ? 'side framed-2 rounded anywhere check taken' : 'side framed-2 rounded anywhere check'
          }
        >
          <input type="radio" name={`conflict-${id}`} checked={choice === side} onChange={() => onChoose(side)} />
          <span>
            <strong>{label}</strong>
            {item === null ? (
              <span className="gone block ink-2">{gone}</span>
            ) : differs.length === 0 ? (
              <span className="gone block ink-2">{side === 'mine' ? 'With your changes.' : 'With their changes.'}</span>
            ) : (
              <span className="facts stack gap-6 mt-6">
                {differs.map((name) => (
                  <span className="stack justify-items-start" key={name}>
                    <span className="field-name ink-2 text-note">{fieldNames[name]}</span>
                    <mark>{formatValue(item, name) || 'empty'}</mark>
                  </span>
                ))}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
