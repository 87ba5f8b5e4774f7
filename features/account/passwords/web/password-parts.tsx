import './password-field.css'
import '#ui/form/field.css'
import { Check, Circle, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import {
  fewestGuesses,
  passwordFault,
  passwordParts,
  passwordsRemembered,
  wordsAbout,
} from '#features/account/passwords/rules.ts'
import type { Problem } from '#kit/problem.ts'
import { Icon } from '#ui/icon.tsx'

const parts: [keyof typeof passwordParts, string][] = [
  ['length', 'At least 14 characters'],
  ['upper', 'An upper-case letter'],
  ['lower', 'A lower-case letter'],
  ['digit', 'A digit'],
]

export type NewPassword = { password: string; again: string }
export const newPasswordIds: NewPassword = { password: 'new-password', again: 'new-password-again' }

/** A new password, typed twice, with the rules ticked off while typing, and its strength. */
export function NewPasswordFields({
  value,
  errors,
  about = [],
  first = false,
  onChange,
}: {
  value: NewPassword
  errors: Partial<NewPassword>
  /** Names and addresses that an attacker would try. */
  about?: string[]
  /** True for a new account without a former password. */
  first?: boolean
  onChange: (value: NewPassword) => void
}) {
  const rules = useId()
  return (
    <>
      <PasswordField
        id={newPasswordIds.password}
        required
        label="New password"
        autoComplete="new-password"
        value={value.password}
        error={errors.password}
        aria-describedby={rules}
        onChange={({ target }) => onChange({ ...value, password: target.value })}
      >
        <ul className="password-rules stack mt-4 text-note gap-4-14" id={rules}>
          {parts.map(([part, words]) => {
            const met = passwordParts[part](value.password)
            return (
              <li key={part} className={met ? 'row gap-8 ink-ok' : 'row gap-8 ink-3'}>
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
        required
        label="Confirm new password"
        autoComplete="new-password"
        value={value.again}
        error={errors.again}
        onChange={({ target }) => onChange({ ...value, again: target.value })}
      />
      <p className="quiet">
        {!first && `You can’t reuse your last ${passwordsRemembered} passwords. `}Several unrelated words are easy to
        remember and hard to guess.
      </p>
    </>
  )
}

const sentences: Record<string, string> = {
  password_used: "The password that you've entered has been used before. Please choose another password.",
  password_too_short: 'Password length must be atleast 14 characters',
  password_too_plain: 'Password must contain at least one upper case character, one lower case character, one number',
  password_too_long: 'Password length must be at most 1024 characters',
  password_common: 'This password is easily guessed. Please choose another one.',
}

/** Faults that the page can detect itself. */
export function passwordFaultsOf({ password, again }: NewPassword): Partial<NewPassword> {
  const fault = passwordFault(password)
  return {
    ...(fault ? { password: sentences[fault]! } : {}),
    ...(password === again ? {} : { again: 'Both password fields must match' }),
  }
}

/** The specification's messages, which a server without our codes sends too. */
const codes: [message: string, code: string][] = [
  ['Password has been used', 'password_used'],
  ['Password length must be atleast 14 characters', 'password_too_short'],
  ['Password does not meet requirements', 'password_too_plain'],
]

/** The server's message about the password; undefined for other errors. */
export function passwordSentenceOn({ code, messages }: Problem): string | undefined {
  const known = codes.find(([message]) => messages.some((each) => each.includes(message)))
  return sentences[code] ?? (known && sentences[known[1]])
}

/** Hidden until the person shows it; pasting is allowed. */
function PasswordField({
  label,
  error,
  children,
  ...rest
}: ComponentProps<'input'> & { label: string; error?: string | undefined; children?: ReactNode }) {
  const made = useId()
  const id = rest.id ?? made
  const [shown, show] = useState(false)
  const described = [rest['aria-describedby'], error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password-box relative block">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <button
          className="stack place-center ink-3"
          type="button"
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => show(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
          <span className="only-heard">Show {label}</span>
        </button>
      </span>
      {error && (
        <div className="wrong" id={`${id}-error`}>
          <Icon of={CircleAlert} small />
          {error}
        </div>
      )}
      {children}
    </div>
  )
}

type Strength = 0 | 1 | 2 | 3 | 4

const words: Record<Strength, string> = {
  0: '',
  1: 'Too easy to guess',
  2: 'Could be guessed with some effort',
  3: 'Hard to guess',
  4: 'Very hard to guess',
}
/** Milliseconds without typing before the strength is shown again. */
const pauseMs = 120

/** The password's strength. The estimator is large, so it is loaded on the first typing. */
function PasswordStrength({ password, about }: { password: string; about: string[] }) {
  const [strength, setStrength] = useState<Strength>(0)
  const known = about.join('\n')
  useEffect(() => {
    if (password === '') return setStrength(0)
    let gone = false
    const timer = setTimeout(async () => {
      // Only a hint: if it cannot be loaded, the server still decides.
      const guessing = await import('#features/account/sign-in/guessing.ts').catch(() => undefined)
      if (!gone && guessing) setStrength(strengthOf(guessing.guessesNeeded(password, wordsAbout(known.split('\n')))))
    }, pauseMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [password, known])
  return (
    <div className="password-strength cluster mt-4 text-note ink-2 gap-4-14" data-strength={strength}>
      <span className="bars flex gap-4" aria-hidden>
        <i className="rounded-small" />
        <i className="rounded-small" />
        <i className="rounded-small" />
        <i className="rounded-small" />
      </span>
      <span role="status">{words[strength]}</span>
    </div>
  )
}

const strengthOf = (guesses: number): Strength =>
  guesses < fewestGuesses ? 1 : guesses < 1e11 ? 2 : guesses < 1e14 ? 3 : 4
