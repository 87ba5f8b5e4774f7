import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ProveDialog } from '#features/account/sign-in/web/prove-dialog.tsx'
import { currentUser } from '#features/account/web/account-parts.tsx'
import type { Unsure } from '#kit/web/ask-who.ts'
import { SignInDialog, type Waiting } from './sign-in-dialog.tsx'

export function AskingDialog({ code, waiting }: { code: Unsure; waiting: Waiting }) {
  if (code === 'proof_needed') return <ProveDialog waiting={waiting} />
  if (code === 'second_factor_needed') return <LookAgain waiting={waiting} />
  return <SignInDialog waiting={waiting} />
}

/** Refetches the current user after a role or setting has changed. The call itself stays refused. */
function LookAgain({ waiting }: { waiting: Waiting }) {
  const cache = useQueryClient()
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: currentUser.queryKey }).finally(waiting.giveUp)
  }, [cache, waiting])
  return null
}
