import { Check, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type RosterPreview as Preview, rosterApi } from '#features/school/roster/contract.ts'
import { leaversNeedConfirmation } from '#features/school/roster/rules.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, dateAndTime, grouped, nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Select } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { RosterList } from './roster-list.tsx'

type Given = { preview: Dated<Preview>; invites: boolean; nightly: boolean; onDone: (text: string) => Promise<void> }

/** A file's changes: its school, its people, and the form that applies them. */
export function RosterPreview({ preview, invites, nightly, onDone }: Given) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { fileName, version, mode, createdDate, expiresDate, org, orgs, staff, elsewhere, messages } = preview
  return (
    <section className="mt-18" aria-label="Preview">
      <h2 tabIndex={-1} ref={heading} className="no-outline anywhere">
        Preview of {fileName}
      </h2>
      <p className="aside mt-4">
        OneRoster {version}, {mode === 'BULK' ? 'all students' : 'changes only'}. Read {dateAndTime(createdDate)}. You
        can apply it until {dateAndTime(expiresDate)}.
      </p>
      {messages.length > 0 && <ErrorBox messages={messages} />}
      {(orgs.length > 1 || org === null) && <SchoolOf {...{ preview, onDone }} />}
      {org !== null && (
        <>
          <RosterList id={preview.id} counts={preview.counts} />
          {staff + elsewhere > 0 && (
            <p className="aside mt-10">
              Not imported: {grouped(staff)} staff (invite them under Colleagues) and{' '}
              {counted(elsewhere, 'person', 'people')} with other roles or at other schools.
            </p>
          )}
        </>
      )}
      <ApplyForm {...{ preview, invites, nightly, onDone }} />
    </section>
  )
}

function SchoolOf({ preview: { id, org, orgs }, onDone }: Pick<Given, 'preview' | 'onDone'>) {
  const [refused, setRefused] = useState<readonly string[]>()
  const choose = async (chosen: string) => {
    setRefused(undefined)
    try {
      await call(rosterApi.chooseRosterSchool, { id, org: chosen })
      await onDone('')
    } catch (error) {
      setRefused(problemOf(error).messages)
    }
  }
  return (
    <div className="roster-school mt-14">
      <Select
        label="Your school in the file"
        hint="We’ll remember it for later files."
        options={[
          ...(org === null ? [{ value: '', label: 'Choose your school' }] : []),
          ...orgs.map(({ sourcedId, name, students }) => ({
            value: sourcedId,
            label: `${name} (${counted(students, 'student')})`,
          })),
        ]}
        value={org ?? ''}
        onChange={({ target }) => void choose(target.value)}
      />
      {refused && <ErrorBox messages={refused} />}
    </div>
  )
}

function ApplyForm({ preview, invites, nightly, onDone }: Given) {
  const { id, org, counts, needsConfirmation } = preview
  const [invite, setInvite] = useState(invites)
  const [confirmed, setConfirmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const changes = counts.NEW + counts.CHANGED + counts.LEAVER
  const leavers = counted(counts.LEAVER, 'student')
  const run = async (work: () => Promise<string>) => {
    setBusy(true)
    setRefused(undefined)
    try {
      await onDone(await work())
    } catch (error) {
      const { code, messages } = problemOf(error)
      setRefused(messages)
      if (code === 'roster_busy' || code === 'roster_unknown') await onDone('')
    } finally {
      setBusy(false)
    }
  }
  const apply = () => {
    if (needsConfirmation && !confirmed) {
      setRefused([leaversNeedConfirmation])
      return
    }
    void run(async () => {
      await call(rosterApi.applyRoster, { id, invite, confirmLeavers: confirmed })
      return ''
    })
  }
  return (
    <form
      className="roster-apply stack gap-10 mt-18 line-above pt-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {org !== null && changes === 0 && <p>Your students are already up to date. This file changes nothing.</p>}
      {org !== null && counts.LEAVER > 0 && (
        <p>
          {leavers} will no longer be able to sign in. We keep {counts.LEAVER === 1 ? 'the student’s' : 'their'} details
          until you remove {counts.LEAVER === 1 ? 'the student' : 'them'} under Students. If a later file includes{' '}
          {nounOf(counts.LEAVER, 'the student', 'them')} again, we reopen the account.
        </p>
      )}
      {org !== null && changes > 0 && (
        <Checkbox
          label={`Email new students an invitation${nightly ? ', including after nightly files' : ''}`}
          checked={invite}
          onChange={({ target }) => setInvite(target.checked)}
        />
      )}
      {org !== null && needsConfirmation && (
        <Checkbox
          label={`Yes, close ${nounOf(counts.LEAVER, 'the account', 'the accounts')} of ${leavers} of ${grouped(preview.present)}`}
          checked={confirmed}
          onChange={({ target }) => {
            setConfirmed(target.checked)
            setRefused(undefined)
          }}
        />
      )}
      {refused && <ErrorBox messages={refused} />}
      <div className="flow gap-8">
        {org !== null && changes > 0 && (
          <Button look="main" icon={Check} type="submit" busy={busy}>
            Apply
          </Button>
        )}
        <Button
          icon={Trash2}
          busy={busy}
          onClick={() =>
            void run(async () => {
              await call(rosterApi.discardRoster, { id })
              return ''
            })
          }
        >
          {changes === 0 && org !== null ? 'Close preview' : 'Discard preview'}
        </Button>
      </div>
    </form>
  )
}
