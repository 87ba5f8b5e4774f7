import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { studentsApi } from '#features/school/students/contract.ts'
import { badDomain, cleanDomain } from '#features/school/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useSending } from '#ui/form/use-sending.ts'

const refusalOf = (error: unknown) => {
  const { errors, messages } = problemOf(error)
  const onField = errors?.domain?.[0]
  return onField ? { onField } : { beside: messages }
}

export function DomainDialog({
  domain,
  onDone,
  onClose,
}: {
  domain: string
  onDone: (text: string) => void
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState(domain)
  const field = useId()
  const { busy, refusal, refuse, send } = useSending(field, refusalOf)
  const save = () => {
    const next = cleanDomain(typed)
    if (next === undefined) return refuse({ onField: badDomain })
    if (next === domain) return onClose()
    void send(async () => {
      await call(studentsApi.changeEmailDomain, { domain: next })
      await cache.invalidateQueries({ queryKey: currentUser.queryKey })
      onDone(next ? `Students are invited at ${next} from now on.` : 'Students are invited at any address from now on.')
      onClose()
    })
  }
  return (
    <FormDialog
      title="E-mail domain"
      action="Save"
      busy={busy}
      refused={refusal.beside}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        id={field}
        label="Domain of the students’ addresses"
        hint="As in school.example. Addresses of domains below it count too. Left empty, any address can be invited."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        ref={focusNow}
        value={typed}
        error={refusal.onField}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="quiet">Who is a student already stays one, whatever the address.</p>
    </FormDialog>
  )
}
