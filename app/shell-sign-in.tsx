import { lazy, Suspense, useEffect, useState } from 'react'
import { askToSignInBy } from '#kit/web/sign-in-again.ts'
import type { Waiting } from './shell-sign-in-dialog.tsx'

const SignInDialog = lazy(async () => ({ default: (await import('./shell-sign-in-dialog.tsx')).SignInDialog }))

/**
 * When a call finds the session ended, work waits here: the person signs in within another window, and the call is made
 * again. What was typed stays where it is.
 */
export function SignInAgain() {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    askToSignInBy(
      () =>
        new Promise((resolve, reject) => {
          setWaiting({
            goOn: () => {
              setWaiting(undefined)
              resolve()
            },
            giveUp: () => {
              setWaiting(undefined)
              reject(new Error('not signed in'))
            },
          })
        }),
    )
    return () => askToSignInBy(undefined)
  }, [])
  return (
    waiting && (
      <Suspense>
        <SignInDialog waiting={waiting} />
      </Suspense>
    )
  )
}
