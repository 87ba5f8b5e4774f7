import { RotateCcw } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useDeferredValue, useId } from 'react'
import type { Settings } from '#features/settings/contract.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary, Skeleton } from '#ui/notices.tsx'
import { ChoiceField } from './choice-field.tsx'
import { ExplainedCheckbox } from './explained-checkbox.tsx'
import { LastChange } from './last-change.tsx'
import { LeaveWarning } from './leave-warning.tsx'
import { LookAgainField } from './look-again-field.tsx'
import { SaveBar } from './save-bar.tsx'
import type { ListedName } from './setting-words.ts'
import { formOf } from './settings-draft.ts'
import { useSettingsForm } from './use-settings-form.ts'

const SettingsPreview = lazy(async () => ({ default: (await import('./settings-preview.tsx')).SettingsPreview }))

const DepotField = lazy(async () => ({ default: (await import('./depot-field.tsx')).DepotField }))

const Z3950LoginPanel = lazy(async () => ({
  default: (await import('#features/z3950/web/z3950-parts.tsx')).Z3950LoginPanel,
}))

export function SettingsForm({
  settings,
  saved,
  customerId,
  owner,
  school,
}: {
  settings: Settings
  saved: boolean
  customerId: string
  owner: string
  school: string
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
  // A choice is drawn at once; what it does to the record follows.
  const changes = useDeferredValue(state.changes)

  return (
    <>
      <p className="lead">
        How the files of {school} are made, for everyone who downloads there.{' '}
        {saved ? <LastChange customerId={customerId} /> : 'Nothing has been saved yet: these are the defaults.'}
      </p>
      <ErrorSummary title="Your settings were not saved" errors={state.refused} />
      <div className="with-preview">
        <form id={id} noValidate onSubmit={submit}>
          <section aria-labelledby="settings-files">
            <h2 id="settings-files">File</h2>
            {listed('downloadFileFormat')}
            <fieldset className="choice">
              <legend>
                Covers
                {form.downloadImageAlone !== before.downloadImageAlone && <span className="changed">changed</span>}
              </legend>
              <ExplainedCheckbox
                label="Covers in a file of their own"
                does="For a request of data and covers: two files, one beside the other. Otherwise both come in one zip."
                checked={form.downloadImageAlone}
                onChange={(downloadImageAlone) => change({ downloadImageAlone })}
              />
            </fieldset>
          </section>
          <section aria-labelledby="settings-classification">
            <h2 id="settings-classification">Classification</h2>
            {listed('deweyPref')}
            {listed('deweyHoldingPref')}
          </section>
          <section aria-labelledby="settings-headings">
            <h2 id="settings-headings">Headings</h2>
            {listed('subjectHeadingFormat')}
          </section>
          <section aria-labelledby="settings-identifiers">
            <h2 id="settings-identifiers">Identifiers</h2>
            {listed('isbnFormat')}
            {listed('isbnDuplicateHandling')}
            <LookAgainField form={form} before={before} error={state.wrongDays} onChange={change} />
          </section>
          <section aria-labelledby="settings-cataloguing">
            <h2 id="settings-cataloguing">Cataloguing</h2>
            <Suspense fallback={<Skeleton lines={2} />}>
              <DepotField
                customerId={customerId}
                value={form.localDepot}
                saved={before.localDepot}
                onChoose={(localDepot) => change({ localDepot })}
              />
            </Suspense>
          </section>
          <section aria-labelledby="settings-z3950">
            <h2 id="settings-z3950">Z39.50</h2>
            <fieldset className="choice">
              <legend>
                Search from your library system
                {form.enableZ3950 !== before.enableZ3950 && <span className="changed">changed</span>}
              </legend>
              <ExplainedCheckbox
                label="Let library systems sign in by Z39.50"
                does="They search the catalogue and take single records with the user name and password below."
                checked={form.enableZ3950}
                onChange={(enableZ3950) => change({ enableZ3950 })}
              />
            </fieldset>
            <Suspense fallback={<Skeleton lines={4} />}>
              <Z3950LoginPanel customerId={customerId} enabled={settings.enableZ3950} />
            </Suspense>
          </section>
          {!state.isDefault && (
            <Button className="to-defaults" icon={RotateCcw} onClick={toDefaults}>
              Back to the defaults
            </Button>
          )}
        </form>
        <Suspense fallback={<Skeleton lines={6} />}>
          <SettingsPreview customerId={customerId} settings={settings} changes={changes} />
        </Suspense>
      </div>
      <SaveBar form={id} state={state} />
      <LeaveWarning count={state.count} save={state.save} />
    </>
  )
}
