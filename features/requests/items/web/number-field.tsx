import { Lightbulb } from 'lucide-react'
import { useMemo } from 'react'
import { itemTexts } from '#features/requests/rules.ts'
import { identifierKey } from '#marc/identifier.ts'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type FormItem, nameOf } from './form-item.ts'
import { askableKey, InCatalogue, useKnownRecords } from './use-known-records.ts'

/** An item's number: reports problems while typing, and matching catalogue records. */
export function NumberField({
  id,
  item,
  same,
  error,
  anyway,
  onChange,
  onAnyway,
  onEnter,
}: {
  id: string
  item: FormItem
  /** Another item with this number. */
  same: FormItem | undefined
  error: string | undefined
  anyway: readonly string[]
  onChange: (part: Partial<FormItem>) => void
  onAnyway: (number: string) => void
  /** Scanners end a number with Enter, which must not submit the form. */
  onEnter: () => void
}) {
  const { standardNumber } = item
  const key = askableKey(standardNumber)
  const known = useKnownRecords(useMemo(() => [key], [key]))
  const hits = key === '' ? undefined : known.get(key)
  return (
    <div className="number-field stack gap-6">
      <TextField
        id={id}
        label="Standard number"
        hint="Scan or type the ISBN, ISSN, ISMN or EAN. Leave empty if there is none."
        error={error && same ? `${error} See “${nameOf(same)}”.` : error}
        value={standardNumber}
        maxLength={itemTexts.standardNumber}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ standardNumber: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
      />
      <Doubt number={standardNumber} onTake={(number) => onChange({ standardNumber: number })} />
      {hits && (
        <LazyPart>
          <InCatalogue
            hits={hits}
            quiet={anyway.includes(key)}
            onAnyway={() => {
              onAnyway(key)
              document.getElementById(id)?.focus()
            }}
          />
        </LazyPart>
      )}
    </div>
  )
}

/** A number that was probably misread or mistyped. It can be requested anyway: the book may be printed with it. */
function Doubt({ number, onTake }: { number: string; onTake: (number: string) => void }) {
  const digits = number.replace(/\D/g, '').length
  const { problem, suggestion } = identifierKey(number)
  if (digits < 8 || (!suggestion && problem !== 'bad_check_digit')) return null
  return (
    <p className="flex gap-6 items-start ink-warn text-small">
      <Icon className="rigid mt-4" of={Lightbulb} small />
      <span>
        {problem === 'bad_check_digit' && 'The last digit doesn’t match. Please check the number. '}
        {suggestion && (
          <>
            Did you mean <TextButton onClick={() => onTake(suggestion)}>{suggestion}</TextButton>?
          </>
        )}
      </span>
    </p>
  )
}
