import '#ui/field.css'
import './password-field.css'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

/** What is typed is hidden until somebody wants to see it; pasting is as good as typing. */
export function PasswordField({
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
      <span className="password-box">
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
        <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => show(!shown)}>
          <Icon of={shown ? EyeOff : Eye} />
          <span className="only-heard">Show what is typed in {label}</span>
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
