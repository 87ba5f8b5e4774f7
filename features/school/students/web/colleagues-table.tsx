import { Send, Shield, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Colleague, colleaguesApi } from '#features/school/students/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import { managedBy, nameOf, statuses } from './student-labels.ts'

type ColleagueView = Dated<Colleague>

const roles: Record<Colleague['role'], string> = {
  'primary-contact': 'Primary contact',
  'organisation-admin': 'Organisation admin',
  staff: 'Staff',
}

const colleagueColumns: Columns<ColleagueView> = [
  {
    head: 'Name',
    className: 'name-cell anywhere',
    minWidth: 150,
    csv: nameOf,
    cell: (person) => (
      <>
        <span className="table-title">{nameOf(person)}</span>
        {person.you && <span className="quiet text-note"> you</span>}
        {person.managed && <div className="why">{managedBy}</div>}
      </>
    ),
  },
  { head: 'Email', className: 'email-cell ink-2 anywhere', csv: ({ email }) => email, cell: ({ email }) => email },
  { head: 'Role', className: 'ink-2 nowrap', csv: ({ role }) => roles[role], cell: ({ role }) => roles[role] },
  {
    head: 'Status',
    className: 'status-cell',
    csv: ({ status }) => statuses[status].label,
    cell: ({ status }) => (
      <span title={statuses[status].means}>
        <Status tone={statuses[status].tone}>{statuses[status].label}</Status>
      </span>
    ),
  },
]

export function ColleaguesTable({
  colleagues,
  appoints,
  onDone,
}: {
  colleagues: readonly ColleagueView[]
  /** True if the caller may appoint organisation admins. */
  appoints: boolean
  onDone: (text: string) => void
}) {
  const [failed, setFailed] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<ColleagueView>()
  const act = async (work: () => Promise<string>) => {
    setBusy(true)
    setFailed(undefined)
    try {
      onDone(await work())
    } catch (error) {
      setFailed(problemOf(error).messages)
    } finally {
      setBusy(false)
    }
  }
  const sendAgain = (person: ColleagueView) =>
    act(async () => {
      const { response } = await call(colleaguesApi.inviteColleagueAgain, { id: person.id })
      return response.count === 0
        ? `${nameOf(person)} has already accepted. No email was sent.`
        : `We emailed ${nameOf(person)} a new invitation. The earlier link no longer works.`
    })
  const change = (person: ColleagueView, organisationAdmin: boolean) =>
    act(async () => {
      await call(colleaguesApi.changeColleague, { id: person.id, organisationAdmin })
      return `${nameOf(person)} is ${organisationAdmin ? 'now' : 'no longer'} an organisation admin.`
    })
  return (
    <>
      {failed && <ErrorBox messages={failed} />}
      <ExportAbove name="Colleagues" read={() => fileOf(colleagueColumns, colleagues)} />
      <div className="people-table cards mt-18">
        <DataTable
          caption="Colleagues"
          columns={[
            ...colleagueColumns,
            {
              head: 'Actions',
              headHidden: true,
              className: 'act-cell',
              width: 116,
              cell: (person) => (
                <ColleagueActs
                  {...{ person, appoints, busy }}
                  onSendAgain={() => sendAgain(person)}
                  onAppoint={(organisationAdmin) => change(person, organisationAdmin)}
                  onRemove={() => setRemoving(person)}
                />
              ),
            },
          ]}
          rows={colleagues}
          keyOf={({ id }) => id}
        />
      </div>
      {removing && (
        <ConfirmDialog
          title={`Remove ${nameOf(removing)}?`}
          action="Remove"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await call(colleaguesApi.removeColleague, { id: removing.id })
            onDone(`${nameOf(removing)} has been removed.`)
          }}
        >
          <p>
            {nameOf(removing)} will be signed out now and can’t sign in again. Folders, requests and downloads belong to
            the school and stay.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function ColleagueActs({
  person,
  appoints,
  busy,
  onSendAgain,
  onAppoint,
  onRemove,
}: {
  person: ColleagueView
  appoints: boolean
  busy: boolean
  onSendAgain: () => void
  onAppoint: (organisationAdmin: boolean) => void
  onRemove: () => void
}) {
  if (person.you || person.role === 'primary-contact' || person.status === 'CLOSED') return null
  const name = nameOf(person)
  const admin = person.role === 'organisation-admin'
  return (
    <span>
      {(person.status === 'INVITED' || person.status === 'EXPIRED') && (
        <Button look="bare" square icon={Send} busy={busy} onClick={onSendAgain}>
          {`Resend invitation to ${name}`}
        </Button>
      )}
      {appoints && (
        <Button look="bare" square icon={admin ? ShieldOff : Shield} busy={busy} onClick={() => onAppoint(!admin)}>
          {admin ? `Remove ${name} as organisation admin` : `Make ${name} an organisation admin`}
        </Button>
      )}
      {(appoints || !admin) && (
        <Button look="bare" square icon={Trash2} onClick={onRemove}>
          {`Remove ${name}`}
        </Button>
      )}
    </span>
  )
}
