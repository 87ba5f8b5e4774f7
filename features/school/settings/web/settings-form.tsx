import { RotateCcw } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, useDeferredValue, useId, useMemo, useRef } from 'react'
import type { Settings } from '#features/school/settings/contract.ts'
import { fileNameFault, fileNameOf, maxFileNamePattern } from '#features/school/settings/rules.ts'
import { readersDay } from '#kit/web/dates.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { ChoiceField } from './choice-field.tsx'
import { LastChange, SaveBar } from './save-bar.tsx'
import { type Place, SectionNav, type SettingsPlace, settingsPlaces } from './section-nav.tsx'
import type { ListedName } from './setting-labels.ts'
import { type Form, type FormChange, formOf } from './settings-draft.ts'
import { daysId, patternId, useSettingsForm } from './use-settings-form.ts'

const DepotField = lazy(async () => ({ default: (await import('./depot-field.tsx')).DepotField }))

const LibrarySystemField = lazy(async () => ({
  default: (await import('#features/school/z3950/web/library-system-parts.tsx')).LibrarySystemField,
}))

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
  morePlaces,
  Preview,
}: {
  settings: Settings
  saved: boolean
  customerId: string
  owner: string
  school: string
  /** Sections below the form. */
  morePlaces: readonly Place[]
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
  // A choice is shown at once; the preview may lag behind.
  const changes = useDeferredValue(state.changes)
  const places = useMemo(() => [...settingsPlaces, ...morePlaces], [morePlaces])
  const toFormat = (downloadFileFormat: Settings['downloadFileFormat']) => change({ downloadFileFormat })

  return (
    <>
      <p className="lead">
        How we create files for everyone who downloads at {school}.{' '}
        {saved ? <LastChange customerId={customerId} /> : 'These are the defaults. Nothing has been saved yet.'}
      </p>
      <ErrorSummary title="Your settings were not saved" refusal={state.refused} errors={state.refused} />
      <SectionNav places={places} />
      <div className="with-preview stack items-start">
        <form id={id} noValidate onSubmit={submit}>
          <Section place="system">
            <LazyPart fallback={<Skeleton lines={2} />}>
              <LibrarySystemField customerId={customerId} format={form.downloadFileFormat} onFormat={toFormat} />
            </LazyPart>
          </Section>
          <Section
            place="files"
            of={['downloadFileFormat', 'downloadContent', 'downloadImageAlone', 'fileNamePattern']}
            state={state}
          >
            {listed('downloadFileFormat')}
            {listed('downloadContent')}
            <fieldset className="choice min-w-0">
              <legend>
                Covers
                {form.downloadImageAlone !== before.downloadImageAlone && (
                  <span className="changed on-accent-soft ink-link weight-550">changed</span>
                )}
              </legend>
              <ExplainedCheckbox
                label="Covers in a separate file"
                does="Requests for data and covers give two files. Otherwise both come in one zip."
                checked={form.downloadImageAlone}
                onChange={(downloadImageAlone) => change({ downloadImageAlone })}
              />
            </fieldset>
            <FileNameField
              pattern={form.fileNamePattern}
              changed={form.fileNamePattern !== before.fileNamePattern}
              error={state.faultOf(patternId)}
              onChange={(fileNamePattern) => change({ fileNamePattern })}
            />
          </Section>
          <Section place="classification" of={['deweyPref', 'deweyHoldingPref']} state={state}>
            {listed('deweyPref')}
            {listed('deweyHoldingPref')}
          </Section>
          <Section place="headings" of={['subjectHeadingFormat']} state={state}>
            {listed('subjectHeadingFormat')}
          </Section>
          <Section
            place="identifiers"
            of={['isbnFormat', 'isbnDuplicateHandling', 'recheckUnmatched', 'days']}
            state={state}
          >
            {listed('isbnFormat')}
            {listed('isbnDuplicateHandling')}
            <LookAgainField form={form} before={before} error={state.faultOf(daysId)} onChange={change} />
          </Section>
        </form>
        <LazyPart fallback={<Skeleton lines={6} />}>
          <Preview customerId={customerId} settings={settings} changes={changes} />
        </LazyPart>
      </div>
      <form className="without-preview" noValidate onSubmit={submit}>
        <Section place="cataloguing">
          <LazyPart fallback={<Skeleton lines={2} />}>
            <DepotField
              customerId={customerId}
              value={form.localDepot}
              saved={before.localDepot}
              onChoose={(localDepot) => change({ localDepot })}
            />
          </LazyPart>
        </Section>
        <Section place="z3950" of={['enableZ3950']} state={state}>
          <fieldset className="choice min-w-0">
            <legend>
              Search from your library system
              {form.enableZ3950 !== before.enableZ3950 && (
                <span className="changed on-accent-soft ink-link weight-550">changed</span>
              )}
            </legend>
            <ExplainedCheckbox
              label="Allow library systems to sign in with Z39.50"
              does="They can search the catalogue and download single records with the username and password below."
              checked={form.enableZ3950}
              onChange={(enableZ3950) => change({ enableZ3950 })}
            />
          </fieldset>
          <LazyPart fallback={<Skeleton lines={4} />}>
            <Z3950LoginPanel customerId={customerId} enabled={settings.enableZ3950} format={form.downloadFileFormat} />
          </LazyPart>
        </Section>
      </form>
      <SaveBar form={id} state={state} />
    </>
  )
}

type FormState = ReturnType<typeof useSettingsForm>

/** A section with its settings. `of`: those that have defaults. */
function Section({
  place,
  of = [],
  state,
  children,
}: {
  place: SettingsPlace
  of?: readonly (keyof Form)[]
  state?: FormState
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = settingsPlaces.find((each) => each.id === place)!.label
  const toDefaults = () => {
    state?.toDefaults(of)
    announce(`${title}: defaults selected. Not saved yet.`)
    // The pressed button is gone.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <section className="stack gap-18" aria-labelledby={`settings-${place}`}>
      <div className="section-head split gap-8-16 pb-6 line-below">
        <h2 className="title-huge" id={`settings-${place}`} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {state && !state.isDefault(of) && (
          <Button look="bare" icon={RotateCcw} onClick={toDefaults}>
            Restore defaults<span className="only-heard">: {title}</span>
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

/** The pattern of file names, with the name that it gives a file today. */
function FileNameField({
  pattern,
  changed,
  error,
  onChange,
}: {
  pattern: string
  changed: boolean
  error: string | undefined
  onChange: (pattern: string) => void
}) {
  const fault = fileNameFault(pattern)
  const sample = { name: '25 ISBNs', date: readersDay(), records: '25-records' }
  return (
    <fieldset className="choice min-w-0">
      <legend>
        File name
        {changed && <span className="changed on-accent-soft ink-link weight-550">changed</span>}
      </legend>
      <TextField
        id={patternId}
        required
        label="Pattern"
        hint="We fill in {name}, the request’s name, {date} and {records}, such as 25-records."
        error={error}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxFileNamePattern}
        value={pattern}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="remark anywhere">{fault ?? `For example: ${fileNameOf(pattern, sample)}.mrc`}</p>
    </fieldset>
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
        does="Unmatched identifiers may be catalogued later. We’ll add new matches to the request and email you."
        checked={recheckUnmatched}
        onChange={(on) => onChange({ recheckUnmatched: on })}
      />
      {recheckUnmatched && (
        <TextField
          id={daysId}
          required
          label="Number of days"
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
