import './field.css'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'

type Around = { label: ReactNode; hint?: ReactNode; error?: string | undefined; labelHidden?: boolean }

/** Label above, hint below, error on the field. `rows` makes it a text area. */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  rows,
  className,
  ...rest
}: ComponentProps<'input'> & Around & { rows?: number }) {
  const made = useId()
  const id = rest.id ?? made
  const shared = {
    ...rest,
    id,
    className: ['input', className].filter(Boolean).join(' '),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described(id, hint, error),
  }
  return (
    <Field id={id} {...{ label, hint, error, labelHidden }}>
      {rows === undefined ? (
        <input {...shared} />
      ) : (
        <textarea {...(shared as ComponentProps<'textarea'>)} rows={rows} />
      )}
    </Field>
  )
}

export type SelectOption = { value: string; label: string }
export type SelectGroup = { group: string; options: readonly SelectOption[] }

export function Select({
  label,
  hint,
  error,
  labelHidden,
  options,
  ...rest
}: ComponentProps<'select'> & Around & { options: readonly (SelectOption | SelectGroup)[] }) {
  const made = useId()
  const id = rest.id ?? made
  return (
    <Field id={id} {...{ label, hint, error, labelHidden }}>
      <span className="select-box">
        <select
          {...rest}
          id={id}
          className="select"
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, hint, error)}
        >
          {options.map((option) =>
            'group' in option ? (
              <optgroup key={option.group} label={option.group}>
                {option.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(option)
            ),
          )}
        </select>
        <Icon of={ChevronDown} small />
      </span>
    </Field>
  )
}

const optionOf = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** One checkbox with its label on the right. */
export function Checkbox({ label, count, ...rest }: ComponentProps<'input'> & { label: ReactNode; count?: string }) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
      {count !== undefined && <span className="count">{count}</span>}
    </label>
  )
}

function Field({
  id,
  label,
  hint,
  error,
  labelHidden,
  children,
}: { [K in keyof Around]: Around[K] | undefined } & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'only-heard' : undefined}>
        {label}
      </label>
      {children}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="wrong" id={`${id}-error`}>
          <Icon of={CircleAlert} small />
          {error}
        </div>
      )}
    </div>
  )
}

const described = (id: string, hint: ReactNode, error: string | undefined) =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
