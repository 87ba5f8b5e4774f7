import { Megaphone } from 'lucide-react'
import { useId, useState } from 'react'
import { type MessageDraft, messagesApi } from '#features/desk/messages/contract.ts'
import { audiencesOf, type MessageErrors, maxBannerLength, maxContentLength } from '#features/desk/messages/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted } from '#kit/web/format.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { draftOf, emptyForm, formErrors, type MessageForm, ofType } from './message-form.ts'
import { audienceNames, iconNames, optionsOf, typeHints, typeNames } from './message-labels.ts'
import { MessageText } from './message-text.tsx'
import { Message } from './messages-dialog.tsx'

/** Writes a message, or changes the one with this `id`. The input is kept until it is saved. */
export function MessageDialog({
  id,
  draftKey: key = id ?? 'new',
  given,
  onSaved,
  onClose,
}: {
  id?: string
  /** The storage name of the input. */
  draftKey?: string
  /** Initial values of the fields. */
  given?: MessageForm
  onSaved: (sentence: string) => void
  onClose: () => void
}) {
  const [fresh] = useState(() => given ?? emptyForm())
  const [form, setForm] = useState(() => readTyped(key) ?? fresh)
  const [resumed, setResumed] = useState(() => readTyped(key) !== undefined)
  const [errors, setErrors] = useState<MessageErrors>({})
  const [refused, setRefused] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const made = useId()
  const idOf = (field: keyof MessageDraft) => `${made}-${field}`

  const set = (next: MessageForm) => {
    setForm(next)
    keepTyped(key, next)
  }
  const change = (part: Partial<MessageForm>) => set({ ...form, ...part })
  const startOver = () => {
    setForm(fresh)
    keepTyped(key, undefined)
    setResumed(false)
    setErrors({})
  }
  const save = async () => {
    setRefused(undefined)
    const wrong = formErrors(form)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const draft = draftOf(form)
      await (id ? call(messagesApi.changeMessage, { ...draft, id }) : call(messagesApi.writeMessage, draft))
      keepTyped(key, undefined)
      onSaved(`The ${form.messageType === 'BANNER' ? 'banner' : 'message'} was saved.`)
    } catch (error) {
      setBusy(false)
      const { errors, messages } = problemOf(error)
      if (errors)
        setErrors(Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.join('. ')])))
      else setRefused(messages)
    }
  }
  const field = (name: keyof MessageDraft) => ({ id: idOf(name), error: errors[name] })
  const banner = form.messageType === 'BANNER'
  const most = banner ? maxBannerLength : maxContentLength
  return (
    <FormDialog
      title={id ? 'Change message' : 'Write a message'}
      action="Save"
      busy={busy}
      refused={refused}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ErrorSummary
        refusal={errors}
        errors={Object.entries(errors).map(([name, text]) => ({ id: idOf(name as keyof MessageDraft), text }))}
      />
      {resumed && (
        <p className="quiet">
          We kept what you typed. <TextButton onClick={startOver}>Start over</TextButton>
        </p>
      )}
      <Select
        label="Type"
        {...field('messageType')}
        hint={typeHints[form.messageType]}
        options={optionsOf(typeNames)}
        value={form.messageType}
        onChange={(event) => set(ofType(form, event.target.value as MessageForm['messageType']))}
      />
      {!banner && (
        <TextField
          required
          label="Title"
          {...field('messageDesc')}
          autoComplete="off"
          value={form.messageDesc}
          onChange={(event) => change({ messageDesc: event.target.value })}
        />
      )}
      <TextField
        required
        label="Text"
        {...field('content')}
        rows={banner ? 2 : 4}
        hint={`Web and email addresses become links. ${counted(most - form.content.length, 'character is', 'characters are')} left.`}
        value={form.content}
        onChange={(event) => change({ content: event.target.value })}
      />
      <div className="message-pair stack gap-16 items-start">
        <Select
          label="For"
          {...field('audience')}
          options={optionsOf(audienceNames, audiencesOf(form.messageType))}
          value={form.audience}
          onChange={(event) => change({ audience: event.target.value as MessageForm['audience'] })}
        />
        {!banner && (
          <Select
            label="Icon"
            {...field('icon')}
            options={optionsOf(iconNames)}
            value={form.icon}
            onChange={(event) => change({ icon: event.target.value as MessageForm['icon'] })}
          />
        )}
      </div>
      <TextField
        label="Only for these organisations"
        {...field('customerNos')}
        hint="Enter customer numbers, for example 10001, 10002. Leave empty for all."
        autoComplete="off"
        inputMode="numeric"
        value={form.customerNos}
        onChange={(event) => change({ customerNos: event.target.value })}
      />
      <Moment
        {...field('startDate')}
        required
        label="Starts on"
        day={form.startDay}
        time={form.startTime}
        onChange={(startDay, startTime) => change({ startDay, startTime })}
      />
      <Moment
        {...field('endDate')}
        label="Ends on"
        hint="Leave empty to show it until you end it."
        day={form.endDay}
        time={form.endTime}
        onChange={(endDay, endTime) => change({ endDay, endTime })}
      />
      <MessagePreview form={form} />
    </FormDialog>
  )
}

/** A day and a time, both in the reader's time zone. */
function Moment({
  id,
  label,
  hint,
  error,
  required,
  day,
  time,
  onChange,
}: {
  id: string
  label: string
  hint?: string
  error: string | undefined
  required?: boolean
  day: string
  time: string
  onChange: (day: string, time: string) => void
}) {
  return (
    <div className="message-pair stack gap-16 items-start">
      <DateField
        id={id}
        label={label}
        hint={hint}
        error={error}
        required={required}
        value={day}
        onChange={(next) => onChange(next, time)}
      />
      <TextField
        label={`${label.split(' ')[0]} at`}
        className="num"
        autoComplete="off"
        placeholder="18:00"
        value={time}
        onChange={(event) => onChange(day, event.target.value)}
      />
    </div>
  )
}

/** Unsaved input, by message id or `new`; it outlives the dialog and a reload. */
const keyOf = (id: string) => `message-draft:${id}`

function readTyped(id: string): MessageForm | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function keepTyped(id: string, form: MessageForm | undefined): void {
  try {
    if (form) sessionStorage.setItem(keyOf(id), JSON.stringify(form))
    else sessionStorage.removeItem(keyOf(id))
  } catch {
    // Storage is disabled: the input lasts as long as the dialog.
  }
}

/** A preview while writing. */
function MessagePreview({ form }: { form: MessageForm }) {
  const label = useId()
  const { messageType, messageDesc, content, icon } = form
  if (messageDesc.trim() === '' && content.trim() === '') return null
  return (
    <section className="message-preview stack gap-10 rounded on-sunken" aria-labelledby={label}>
      <h3 className="remark weight-550" id={label}>
        Preview
      </h3>
      {messageType === 'BANNER' ? (
        <div className="site-banner on-warn-soft ink text-small">
          <div>
            <Icon className="mt-8 ink-warn" of={Megaphone} />
            <MessageText text={content} />
          </div>
        </div>
      ) : (
        <ul className="messages stack">
          <Message message={{ messageType, messageDesc, content, icon }} />
        </ul>
      )}
    </section>
  )
}
