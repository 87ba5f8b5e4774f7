import { useId, useState } from 'react'
import {
  type AnswerTemplate,
  nameLength,
  type TemplateKind,
  templateErrors,
  templateItems,
  templatesApi,
  textLength,
} from '#features/requests/cataloguing/templates/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskChange, useDeskForm } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { itemsNames, kindNames } from './template-labels.ts'

/** A new template of a kind, or a change of one. */
export function TemplateDialog({
  kind,
  template,
  again,
  onClose,
}: {
  kind: TemplateKind
  template: AnswerTemplate | undefined
  again: () => void
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [typed, setTyped] = useState({
    name: template?.name ?? '',
    text: template?.text ?? '',
    items: template?.items ?? ('ALL' as const),
  })
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = templateErrors(typed)
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    return void send(async () => {
      try {
        if (template)
          await call(templatesApi.changeTemplate, { ...typed, templateId: template.id, version: template.version })
        else await call(templatesApi.addTemplate, { ...typed, kind })
      } catch (error) {
        // The next attempt then starts from the other person's change.
        if (error instanceof Problem && [404, 409].includes(error.status)) again()
        throw error
      }
      toastSuccess(template ? `“${typed.name}” was changed.` : `“${typed.name}” was added.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title={template ? `Change “${template.name}”` : `Add to ${kindNames[kind].toLowerCase()}`}
      action={template ? 'Save' : 'Add template'}
      busy={busy}
      refused={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        required
        id={idOf('name')}
        label="Name"
        hint="The label of the button. Schools don’t see it."
        autoComplete="off"
        maxLength={nameLength}
        error={errors.name}
        value={typed.name}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <TextField
        required
        id={idOf('text')}
        label="Text"
        hint="Schools read it exactly as written. The email names the item and its request."
        rows={5}
        maxLength={textLength}
        error={errors.text}
        value={typed.text}
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
      />
      <Select
        id={idOf('items')}
        label="Offer it for"
        options={templateItems.map((value) => ({ value, label: itemsNames[value] }))}
        value={typed.items}
        onChange={(event) => setTyped({ ...typed, items: event.target.value as AnswerTemplate['items'] })}
      />
    </FormDialog>
  )
}

export function RemoveDialog({ template: { id, name }, onClose }: { template: AnswerTemplate; onClose: () => void }) {
  const change = useDeskChange()
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      action="Delete"
      onClose={onClose}
      onConfirm={() => change(() => call(templatesApi.removeTemplate, { templateId: id }), `“${name}” was deleted.`)}
    >
      <p>It will no longer be offered. Answers already given with it won’t change.</p>
    </ConfirmDialog>
  )
}
