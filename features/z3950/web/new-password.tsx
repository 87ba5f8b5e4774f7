import { CopyButton } from '#ui/copy-button.tsx'
import { timeInWords } from './moments.ts'

/** What was made, for as long as the dialog around it is open. */
export function NewPassword({
  userName,
  password,
  takesEffectDate,
}: {
  userName: string
  password: string
  takesEffectDate: string | null
}) {
  return (
    <div className="z3950-reset">
      <p>
        Enter both in your library system now. The password is not shown again
        {takesEffectDate && ` and works from ${timeInWords(new Date(takesEffectDate))}`}.
      </p>
      <dl className="shown-once">
        <dt>User name</dt>
        <dd>
          <code>{userName}</code>
          <CopyButton text={userName} label="Copy the user name" />
        </dd>
        <dt>Password</dt>
        <dd>
          <code>{password}</code>
          <CopyButton text={password} label="Copy the password" />
        </dd>
      </dl>
    </div>
  )
}
