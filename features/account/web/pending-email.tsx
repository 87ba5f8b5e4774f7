import { Clock } from 'lucide-react'
import { type Profile, profileApi } from '#features/account/profile-contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { useAction } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toastFailure } from '#ui/toast.tsx'

type Pending = NonNullable<Dated<Profile>['pendingEmail']>

/** A new address that waits for its confirmation. */
export function PendingEmail({ pending: { email, expiryDate } }: { pending: Pending }) {
  const { run, busy } = useAction(profileApi.withdrawEmail, { refreshes: [profileApi.profile] })
  const withdraw = () =>
    run({}).then(() => {
      announce('The change of your e-mail address is given up')
      document.getElementById('profile-email')?.focus()
    }, toastFailure)
  return (
    <div className="pending-email">
      <Icon of={Clock} small />
      <p>
        <strong>{email}</strong> waits for its confirmation{expiryDate && ` until ${inWords(expiryDate)}`}. Open the
        mail that we have sent there.{' '}
        <TextButton disabled={busy} onClick={withdraw}>
          Give the change up
        </TextButton>
      </p>
    </div>
  )
}

const inWords = (date: Date) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
