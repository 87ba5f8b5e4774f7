import { Camera, ScanBarcode } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { CameraDialog, useHasCamera } from '#features/downloads/quick-request/web/number-parts.tsx'
import { itemSentences, itemTexts, numberKey } from '#features/requests/rules.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Select, TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type FormItem, kindNamed, kinds, newItem } from './form-item.ts'

/** Adds numbers one by one, typed, scanned, by camera or from a pasted column; each becomes an item. */
export function NumberAdder({
  items,
  onAdd,
}: {
  items: readonly FormItem[]
  onAdd: (fresh: readonly FormItem[]) => void
}) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState('')
  const [error, setError] = useState<string>()
  const [scanning, setScanning] = useState(false)
  const hasCamera = useHasCamera()
  const field = useRef<HTMLInputElement>(null)

  const add = (numbers: readonly string[]) => {
    const seen = new Set(items.map(({ standardNumber }) => numberKey(standardNumber)))
    const typed = numbers.map((each) => each.trim()).filter(Boolean)
    const fresh = typed.filter((each) => !seen.has(numberKey(each)) && seen.add(numberKey(each)))
    const tooLong = fresh.find((each) => each.length > itemTexts.standardNumber)
    if (typed.length === 0) return setError('Please enter a standard number.')
    if (tooLong) return setError(`“${tooLong.slice(0, 20)}…” is too long for a standard number.`)
    if (fresh.length > 0) {
      const part = kindNamed(kind) ?? {}
      onAdd(fresh.map((standardNumber) => newItem({ standardNumber, ...part })))
      announce(fresh.length === 1 ? `${fresh[0]} added` : `${fresh.length} items added`)
    }
    const left = typed.length - fresh.length
    setError(
      left === 0
        ? undefined
        : left === 1
          ? itemSentences.sameNumber
          : `${left} of these standard numbers are already in the request.`,
    )
    // A refused number stays for correction; the next scan replaces it.
    setText(typed.length === 1 && left === 1 ? typed[0]! : '')
    if (left > 0) queueMicrotask(() => field.current?.select())
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add(splitColumn(text))
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = splitColumn(event.clipboardData.getData('text'))
    if (pasted.length < 2) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <div className="number-adder">
      <TextField
        ref={field}
        label="Scan, type or paste standard numbers"
        hint="ISBN, ISSN, ISMN or EAN. Press Enter to add; scanners do this automatically."
        error={error}
        value={text}
        autoComplete="off"
        spellCheck={false}
        inputMode="text"
        enterKeyHint="done"
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
        onKeyDown={enter}
        onPaste={paste}
      />
      <Select
        label="Resource type"
        value={kind}
        options={[{ value: '', label: 'Set for each item later' }, ...kinds]}
        onChange={(event) => setKind(event.target.value)}
      />
      <Button icon={ScanBarcode} onClick={() => add(splitColumn(text))}>
        Add number
      </Button>
      {hasCamera && (
        <Button
          icon={Camera}
          aria-haspopup="dialog"
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setScanning(true)}
        >
          Scan with the camera
        </Button>
      )}
      {scanning && (
        <LazyPart>
          <CameraDialog noteOf={() => ''} onCode={(code) => add([code])} onClose={() => setScanning(false)} />
        </LazyPart>
      )}
    </div>
  )
}

const splitColumn = (text: string): string[] =>
  text
    .split(/[\n\r\t,;]+/)
    .map((each) => each.trim())
    .filter(Boolean)
