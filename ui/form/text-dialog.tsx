import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { focusNow } from '../focus-now.ts'
import type { IconShape } from '../icon.tsx'
import { TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { type Refusal, refusalAt, useSending, type Work } from './use-sending.ts'

type FieldProps =
  | 'label'
  | 'labelHidden'
  | 'type'
  | 'rows'
  | 'maxLength'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'placeholder'
  | 'className'

/** Dialog for one text. `onSave` gets it trimmed, and returns or throws a refusal; it closes the dialog. */
export function TextDialog({
  title,
  action,
  icon,
  initial = '',
  missing,
  hint,
  refusalOf = refusalAt(),
  saveAtOnce = false,
  instead,
  done,
  doneActions,
  onSave,
  onClose,
  children = (field) => field,
  ...field
}: Pick<ComponentProps<typeof TextField>, FieldProps> & {
  title: string
  action: string
  icon?: IconShape
  initial?: string | undefined
  /** Refuses an empty text. */
  missing?: string
  hint?: ReactNode | ((text: string) => ReactNode)
  refusalOf?: (error: unknown) => Refusal
  /** Saves the initial text as soon as it opens. */
  saveAtOnce?: boolean
  /** Another dialog, shown while there is one. */
  instead?: ReactNode
  done?: ReactNode
  doneActions?: ReactNode
  onSave: (text: string) => ReturnType<Work>
  onClose: () => void
  /** Arranges the field among other content. `send` is for another way to submit. */
  children?: (field: ReactNode, send: (work: Work) => void) => ReactNode
}) {
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const { busy, refusal, refuse, send } = useSending(id, refusalOf)
  const text = field.type === 'password' ? typed : typed.trim()
  const save = () => {
    if (missing !== undefined && text === '') return refuse({ onField: missing })
    void send(() => onSave(text))
  }
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (!saveAtOnce || begun.current) return
    begun.current = true
    save()
  }, [])
  if (instead) return instead
  return (
    <FormDialog
      {...{ title, action, busy, done, doneActions, onClose }}
      icon={icon}
      refused={refusal.beside}
      onSubmit={save}
    >
      {children(
        <TextField
          autoComplete="off"
          {...field}
          id={id}
          required={missing !== undefined}
          hint={typeof hint === 'function' ? hint(text) : hint}
          ref={selectNow}
          value={typed}
          error={refusal.onField}
          onChange={(event) => setTyped(event.target.value)}
        />,
        (work) => void send(work),
      )}
    </FormDialog>
  )
}

/** Selects the text, so that typing replaces it. */
function selectNow(field: HTMLInputElement | null) {
  focusNow(field)
  field?.select()
}
