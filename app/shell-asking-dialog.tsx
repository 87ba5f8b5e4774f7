import { ProveDialog } from '#features/account/web/prove-dialog.tsx'
import type { Unsure } from '#kit/web/ask-who.ts'
import { SignInDialog, type Waiting } from './shell-sign-in-dialog.tsx'

export function AskingDialog({ code, waiting }: { code: Unsure; waiting: Waiting }) {
  if (code === 'proof_needed') return <ProveDialog waiting={waiting} />
  return <SignInDialog waiting={waiting} />
}
