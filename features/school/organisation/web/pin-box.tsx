import './pin-box.css'
import { Lock, LockOpen } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { timeOfDay } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { useSending } from '#ui/form/use-sending.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { PinField, pinFault } from './pin-field.tsx'
import { usePin, usePinActions } from './use-pin.ts'

const NewPinDialog = lazy(async () => ({ default: (await import('./new-pin-dialog.tsx')).NewPinDialog }))

/** Content that is locked until the PIN is entered, and the ways to unlock it. */
export function PinBox({ customerId, children }: { customerId: string; children: ReactNode }) {
  const { state, unlocked, problem, again } = usePin()
  const [newPin, setNewPin] = useState(false)
  const [mailed, setMailed] = useState('')
  const box = useKeepFocus(state && unlocked)
  if (problem && !state)
    return (
      <p className="pin-box max-640 rounded" role="alert">
        {problem.messages[0]} <TextButton onClick={again}>Try again</TextButton>
      </p>
    )
  if (!state)
    return (
      <div className="pin-box max-640 rounded">
        <Skeleton lines={2} width="40%" />
      </div>
    )
  const dialog = newPin && (
    <LazyPart>
      <NewPinDialog to={state.mailedTo} onMailed={setMailed} onClose={() => setNewPin(false)} />
    </LazyPart>
  )
  if (unlocked)
    return (
      <Unlocked box={box} until={state.unlockedUntilDate}>
        {state.mailedTo && <TextButton onClick={() => setNewPin(true)}>Email a new PIN</TextButton>}
        {dialog}
      </Unlocked>
    )
  return (
    <section className="pin-box locked max-640 rounded" aria-label="Changes are locked" tabIndex={-1} ref={box}>
      <Icon className="mt-4 ink-3" of={Lock} />
      <div className="stack min-w-0 gap-10">
        {state.hasPin ? (
          <p>{children}</p>
        ) : (
          <p>Your school has no PIN yet. Request one by email to unlock contacts and details.</p>
        )}
        {/* Resets messages about the former PIN. */}
        {state.hasPin && <PinForm key={mailed} customerId={customerId} onOpen={() => setMailed('')} />}
        {state.lockedUntilDate && (
          <p className="aside anywhere">
            Too many incorrect PINs. Try again at {timeOfDay(state.lockedUntilDate)}, or request a new PIN.
          </p>
        )}
        <p className="aside anywhere">
          {mailed ? (
            <strong role="status">{`We emailed a new PIN to ${mailed}.`}</strong>
          ) : state.mailedTo ? (
            <>
              {state.hasPin ? 'Forgot it? ' : ''}
              <TextButton onClick={() => setNewPin(true)}>Email a new PIN</TextButton> to the primary contact,{' '}
              {state.mailedTo}.
            </>
          ) : (
            'To get a new one, your school needs a primary contact. Please ask the customer team.'
          )}
        </p>
      </div>
      {dialog}
    </section>
  )
}

function PinForm({ customerId, onOpen }: { customerId: string; onOpen: () => void }) {
  const { enterPin, refresh } = usePinActions()
  const [pin, setPin] = useState('')
  const id = useId()
  const { busy, refusal, refuse, send } = useSending(id, (error) => ({ onField: problemOf(error).messages.join(' ') }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const fault = pinFault(pin)
    if (fault) return refuse({ onField: fault })
    void send(async () => {
      try {
        await enterPin(pin.trim(), customerId)
        onOpen()
        announce('Unlocked. You can make changes.')
      } catch (error) {
        setPin('')
        void refresh()
        throw error
      }
    })
  }
  return (
    <form className="flow items-start" noValidate onSubmit={submit}>
      <PinField id={id} pin={pin} error={refusal.onField} onChange={setPin} />
      <Button type="submit" look="main" busy={busy}>
        Unlock
      </Button>
    </form>
  )
}

/** The focused control disappears when the box unlocks or locks: keeps keyboard users at the box. */
function useKeepFocus(unlocked: boolean | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(unlocked)
  useEffect(() => {
    if (before.current !== undefined && before.current !== unlocked && document.activeElement === document.body)
      box.current?.focus()
    before.current = unlocked
  }, [unlocked])
  return box
}

function Unlocked({
  box,
  until,
  children,
}: {
  box: RefObject<HTMLDivElement | null>
  until: Date | null
  children: ReactNode
}) {
  const { lockAgain } = usePinActions()
  return (
    <div className="pin-box open max-640 rounded items-center text-small" tabIndex={-1} ref={box}>
      <Icon className="ink-ok" of={LockOpen} small />
      <div>
        <p>
          Unlocked{until && ` until ${timeOfDay(until)}`}.{' '}
          <TextButton onClick={() => lockAgain().catch(toastFailure)}>Lock now</TextButton>
        </p>
        {children}
      </div>
    </div>
  )
}
