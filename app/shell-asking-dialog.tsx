import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { ProveDialog } from '#features/account/web/prove-dialog.tsx'
import type { Unsure } from '#kit/web/ask-who.ts'
import { SignInDialog, type Waiting } from './shell-sign-in-dialog.tsx'

export function AskingDialog({ code, waiting }: { code: Unsure; waiting: Waiting }) {
  if (code === 'proof_needed') return <ProveDialog waiting={waiting} />
  if (code === 'second_factor_needed') return <LookAgain waiting={waiting} />
  return <SignInDialog waiting={waiting} />
}

/** It became so meanwhile, by another role or setting: the shell finds out. The call itself stays refused. */
function LookAgain({ waiting }: { waiting: Waiting }) {
  const cache = useQueryClient()
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: currentUser.queryKey }).finally(waiting.giveUp)
  }, [cache, waiting])
  return null
}
