import { RotateCcw } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { type Settings, settingsApi } from '#features/school/settings/contract.ts'
import { dateInWords } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorSummary, Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { ChoiceField } from './choice-field.tsx'
import { LeaveWarning } from './leave-warning.tsx'
import { SaveBar } from './save-bar.tsx'
import type { ListedName } from './setting-labels.ts'
import { type Form, type FormChange, formOf } from './settings-draft.ts'
import { daysId, useSettingsForm } from './use-settings-form.ts'

const DepotField = lazy(async () => ({ default: (await import('./depot-field.tsx')).DepotField }))

const Z3950LoginPanel = lazy(async () => ({
  default: (await import('#features/school/z3950/web/z3950-parts.tsx')).Z3950LoginPanel,
}))

/** Shows the settings' effect on a record, now and with the changes. Its heading has the id `settings-preview`. */
export type Preview = (props: { customerId: string; settings: Settings; changes: Partial<Settings> }) => ReactNode

export function SettingsForm({
  settings,
  saved,
  customerId,
  owner,
  school,
  Preview,
}: {
  settings: Settings
  saved: boolean
  customerId: string
  owner: string
  school: string
  Preview: Preview
}) {
  const state = useSettingsForm(settings, customerId, owner)
  const { form, change } = state
  const id = useId()
  const before = formOf(settings)
  const listed = (setting: ListedName) => (
    <ChoiceField
      setting={setting}
      value={form[setting]}
      saved={before[setting]}
      onChoose={(value) => change({ [setting]: value })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.count > 0) void state.save()
  }
  const toDefaults = () => {
    state.toDefaults()
    announce('The defaults are chosen. They are not saved yet.')
    // The pressed button is gone.
    document.getElementById('settings-preview')?.focus()
  }
  // A choice is shown at once; the preview may lag behind.
  const changes = useDeferredValue(state.changes)

  return (
    <>
      <p className="lead">
        How the files of {school} are made, for everyone who downloads there.{' '}
        {saved ? <LastChange customerId={customerId} /> : 'Nothing has been saved yet: these are the defaults.'}
      </p>
      <ErrorSummary title="Your settings were not saved" errors={state.refused} />
      <div className="with-preview stack items-start">
        <form id={id} noValidate onSubmit={submit}>
          <section className="stack gap-18" aria-labelledby="settings-files">
            <h2 className="pb-6 title-huge line-below" id="settings-files">
              File
            </h2>
            {listed('downloadFileFormat')}
            <fieldset className="choice min-w-0">
              <legend>
                Covers
                {form.downloadImageAlone !== before.downloadImageAlone && (
                  <span className="changed on-accent-soft ink-link weight-550">changed</span>
                )}
              </legend>
              <ExplainedCheckbox
                label="Covers in a file of their own"
                does="For a request of data and covers: two files, one beside the other. Otherwise both come in one zip."
                checked={form.downloadImageAlone}
                onChange={(downloadImageAlone) => change({ downloadImageAlone })}
              />
            </fieldset>
          </section>
          <section className="stack gap-18" aria-labelledby="settings-classification">
            <h2 className="pb-6 title-huge line-below" id="settings-classification">
              Classification
            </h2>
            {listed('deweyPref')}
            {listed('deweyHoldingPref')}
          </section>
          <section className="stack gap-18" aria-labelledby="settings-headings">
            <h2 className="pb-6 title-huge line-below" id="settings-headings">
              Headings
            </h2>
            {listed('subjectHeadingFormat')}
          </section>
          <section className="stack gap-18" aria-labelledby="settings-identifiers">
            <h2 className="pb-6 title-huge line-below" id="settings-identifiers">
              Identifiers
            </h2>
            {listed('isbnFormat')}
            {listed('isbnDuplicateHandling')}
            <LookAgainField form={form} before={before} error={state.wrongDays} onChange={change} />
          </section>
          <section className="stack gap-18" aria-labelledby="settings-cataloguing">
            <h2 className="pb-6 title-huge line-below" id="settings-cataloguing">
              Cataloguing
            </h2>
            <LazyPart fallback={<Skeleton lines={2} />}>
              <DepotField
                customerId={customerId}
                value={form.localDepot}
                saved={before.localDepot}
                onChoose={(localDepot) => change({ localDepot })}
              />
            </LazyPart>
          </section>
          <section className="stack gap-18" aria-labelledby="settings-z3950">
            <h2 className="pb-6 title-huge line-below" id="settings-z3950">
              Z39.50
            </h2>
            <fieldset className="choice min-w-0">
              <legend>
                Search from your library system
                {form.enableZ3950 !== before.enableZ3950 && (
                  <span className="changed on-accent-soft ink-link weight-550">changed</span>
                )}
              </legend>
              <ExplainedCheckbox
                label="Allow library systems to sign in with Z39.50"
                does="They search the catalogue and take single records with the user name and password below."
                checked={form.enableZ3950}
                onChange={(enableZ3950) => change({ enableZ3950 })}
              />
            </fieldset>
            <LazyPart fallback={<Skeleton lines={4} />}>
              <Z3950LoginPanel
                customerId={customerId}
                enabled={settings.enableZ3950}
                format={form.downloadFileFormat}
                onFormat={(downloadFileFormat) => change({ downloadFileFormat })}
              />
            </LazyPart>
          </section>
          {!state.isDefault && (
            <Button className="to-defaults self-left" icon={RotateCcw} onClick={toDefaults}>
              Back to the defaults
            </Button>
          )}
        </form>
        <LazyPart fallback={<Skeleton lines={6} />}>
          <Preview customerId={customerId} settings={settings} changes={changes} />
        </LazyPart>
      </div>
      <SaveBar form={id} state={state} />
      <LeaveWarning count={state.count} save={state.save} />
    </>
  )
}

const ChangesDialog = lazy(async () => ({ default: (await import('./changes-dialog.tsx')).ChangesDialog }))

/** Who last changed the settings, and a link to all changes. Empty if nobody has, or if it cannot be loaded. */
function LastChange({ customerId }: { customerId: string }) {
  const { reply } = useLatestReply(settingsApi.settingsChanges, { id: customerId })
  const [open, setOpen] = useState(false)
  const last = reply?.response[0]
  if (!last) return null
  return (
    <>
      <span className="last-change">
        Changed by {last.changedBy}
        {last.changedDate && ` on ${dateInWords(last.changedDate, 'long')}`}.{' '}
        <TextButton onClick={() => setOpen(true)}>All changes</TextButton>
      </span>
      {open && (
        <LazyPart>
          <ChangesDialog changes={reply.response} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

/** Whether unmatched identifiers are retried, and for how long. */
function LookAgainField({
  form: { recheckUnmatched, days },
  before,
  error,
  onChange,
}: {
  form: Form
  before: Form
  error: string | undefined
  onChange: (change: FormChange) => void
}) {
  const changed = recheckUnmatched !== before.recheckUnmatched || (recheckUnmatched && days.trim() !== before.days)
  return (
    <fieldset className="choice min-w-0">
      <legend>
        Unmatched identifiers
        {changed && <span className="changed on-accent-soft ink-link weight-550">changed</span>}
      </legend>
      <ExplainedCheckbox
        label="Look for them again every day"
        does="What no record was found for may be catalogued later. A match is added to the request and you are mailed."
        checked={recheckUnmatched}
        onChange={(on) => onChange({ recheckUnmatched: on })}
      />
      {recheckUnmatched && (
        <TextField
          id={daysId}
          label="For how many days"
          hint="1 to 365"
          error={error}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={days}
          onChange={(event) => onChange({ days: event.target.value })}
        />
      )}
    </fieldset>
  )
}

/** An on-off setting with an explanation. */
function ExplainedCheckbox({
  label,
  does,
  checked,
  onChange,
}: {
  label: string
  does: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <Checkbox
      label={
        <>
          <span id={id}>{label}</span>
          <span className="does remark block" id={`${id}-does`}>
            {does}
          </span>
        </>
      }
      aria-labelledby={id}
      aria-describedby={`${id}-does`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
