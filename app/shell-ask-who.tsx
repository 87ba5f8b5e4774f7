import { lazy, Suspense, useEffect, useState } from 'react'
import { asks, type Unsure } from '#kit/web/ask-who.ts'
import type { Waiting } from './shell-sign-in-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./shell-asking-dialog.tsx')).AskingDialog }))

/**
 * When a call finds the session ended, or wants to be sure who sits there, work waits here until the person has said so,
 * and the call is made again. What was typed stays where it is.
 */
export function AskWho({ code }: { code: Unsure }) {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    asks[code] = () =>
      new Promise<void>((goOn, giveUp) => setWaiting({ goOn, giveUp })).finally(() => setWaiting(undefined))
  }, [code])
  return (
    waiting && (
      <Suspense>
        <Dialog code={code} waiting={waiting} />
      </Suspense>
    )
  )
}
