import { Check, Circle } from 'lucide-react'
import { useId } from 'react'
import { passwordParts, passwordsRemembered } from '#features/account/password-rules.ts'
import { Icon } from '#ui/icon.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'

const parts: [keyof typeof passwordParts, string][] = [
  ['length', 'At least 14 characters'],
  ['upper', 'An upper-case letter'],
  ['lower', 'A lower-case letter'],
  ['digit', 'A digit'],
]

export type NewPassword = { password: string; again: string }
export const newPasswordIds: NewPassword = { password: 'new-password', again: 'new-password-again' }

/** A new password, twice, with the rules ticked off while it is typed, and how easily it would be guessed. */
export function NewPasswordFields({
  value,
  errors,
  about = [],
  first = false,
  onChange,
}: {
  value: NewPassword
  errors: Partial<NewPassword>
  /** Names and addresses that a guesser would try. */
  about?: string[]
  /** Of a new account: there was none before. */
  first?: boolean
  onChange: (value: NewPassword) => void
}) {
  const rules = useId()
  return (
    <>
      <PasswordField
        id={newPasswordIds.password}
        label="New password"
        autoComplete="new-password"
        value={value.password}
        error={errors.password}
        aria-describedby={rules}
        onChange={({ target }) => onChange({ ...value, password: target.value })}
      >
        <ul className="password-rules" id={rules}>
          {parts.map(([part, words]) => {
            const met = passwordParts[part](value.password)
            return (
              <li key={part} className={met ? 'met' : undefined}>
                <Icon of={met ? Check : Circle} small />
                <span>
                  {words}
                  {met && <span className="only-heard">: done</span>}
                </span>
              </li>
            )
          })}
        </ul>
        <PasswordStrength password={value.password} about={about} />
      </PasswordField>
      <PasswordField
        id={newPasswordIds.again}
        label="New password again"
        autoComplete="new-password"
        value={value.again}
        error={errors.again}
        onChange={({ target }) => onChange({ ...value, again: target.value })}
      />
      <p className="quiet">
        {!first && `None of your last ${passwordsRemembered} passwords. `}Several words that have nothing to do with
        each other are easy to remember and hard to guess.
      </p>
    </>
  )
}
