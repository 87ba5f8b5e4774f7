import './check-in.css'
import { Camera } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { CameraDialog, useHasCamera } from '#features/downloads/camera/web/camera-parts.tsx'
import { isWrittenIn, openDialog } from '#kit/web/single-keys.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { noteOfScan } from './describe-scan.ts'
import { ScanResult } from './scan-result.tsx'
import { ScanSession } from './scan-session.tsx'
import { useCheckIn } from './use-check-in.ts'

/** Scanners type wherever the focus is: typing outside every field goes into this one, from the first key. */
function useScanner(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z0-9]$/i.test(event.key)) return
      if (isWrittenIn(event.target) || document.querySelector(`${openDialog}, [role=menu]`)) return
      // The browser then inserts the key itself into the focused field.
      field.current?.focus()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}

export const CheckInScreen = forDesk(CheckIn)

/** Checks parcels in one after the other: each slip is scanned, and the result is large and audible. */
function CheckIn() {
  const { scans, latest, waiting, checkIn, undo, forget } = useCheckIn()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [camera, openCamera] = useState(false)
  const hasCamera = useHasCamera()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useScanner(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = text.trim()
    setMissing(code === '')
    setText('')
    // Scans are sent at once: no one with a scanner waits for the previous one.
    if (code !== '') void checkIn(code)
    field.current?.focus()
  }
  return (
    <div className="check-in">
      <DeskHead
        title="Check-in"
        hint="Scanning a postage slip checks in the whole parcel. Scanning an item’s code checks in that item only."
      >
        <LinkButton href="/desk/cataloguing?state=received">View items on site</LinkButton>
      </DeskHead>
      <form className="scan-form flow gap-10 items-start mt-18" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label="Code"
          className="scan-field"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode="text"
          maxLength={100}
          placeholder="CR… or CI…"
          error={missing ? 'Please scan or enter a code.' : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setMissing(false)
          }}
        />
        <Button look="main" type="submit">
          Check in
        </Button>
        {hasCamera && (
          <Button
            icon={Camera}
            aria-haspopup="dialog"
            onPointerEnter={prepareOverlays}
            onFocus={prepareOverlays}
            onClick={() => openCamera(true)}
          >
            Use the camera
          </Button>
        )}
      </form>
      <ScanResult scan={latest} waiting={waiting} onUndo={undo} />
      <ScanSession scans={scans} onUndo={undo} onForget={forget} />
      {camera && (
        <LazyPart>
          <CameraDialog
            codes="slips"
            noteOf={(code) => noteOfScan(scans.find((scan) => scan.code === code))}
            onCode={(code) => void checkIn(code)}
            onClose={() => openCamera(false)}
          />
        </LazyPart>
      )}
    </div>
  )
}
