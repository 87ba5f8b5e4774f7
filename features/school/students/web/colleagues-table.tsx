import { Send, Shield, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Colleague, colleaguesApi } from '#features/school/students/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { nameOf, sentencesOf, statuses } from './student-words.ts'

type Shown = Dated<Colleague>

const roles: Record<Colleague['role'], string> = {
  'primary-contact': 'Primary contact',
  'organisation-admin': 'Organisation admin',
  staff: 'Staff',
}

export function ColleaguesTable({
  colleagues,
  appoints,
  onDone,
}: {
  colleagues: readonly Shown[]
  /** May make somebody organisation admin. */
  appoints: boolean
  onDone: (text: string) => void
}) {
  const [failed, setFailed] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<Shown>()
  const act = async (work: () => Promise<string>) => {
    setBusy(true)
    setFailed(undefined)
    try {
      onDone(await work())
    } catch (error) {
      setFailed(sentencesOf(error))
    } finally {
      setBusy(false)
    }
  }
  const sendAgain = (person: Shown) =>
    act(async () => {
      const { response } = await call(colleaguesApi.inviteColleagueAgain, { id: person.id })
      return response.count === 0
        ? `${nameOf(person)} has accepted meanwhile: no mail was sent.`
        : `${nameOf(person)} gets a new invitation. The former link works no more.`
    })
  const change = (person: Shown, organisationAdmin: boolean) =>
    act(async () => {
      await call(colleaguesApi.changeColleague, { id: person.id, organisationAdmin })
      return `${nameOf(person)} is ${organisationAdmin ? 'organisation admin' : 'no organisation admin any more'}.`
    })
  return (
    <>
      {failed && <ErrorBox messages={failed} />}
      <div className="people-table colleagues">
        <Table
          caption="Colleagues"
          head={
            <>
              <th scope="col">Name</th>
              <th scope="col">E-mail</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="only-heard">Actions</span>
              </th>
            </>
          }
        >
          {colleagues.map((person) => {
            const name = nameOf(person)
            const { label, tone, means } = statuses[person.status]
            const changeable = !person.you && person.role !== 'primary-contact' && person.status !== 'CLOSED'
            const admin = person.role === 'organisation-admin'
            return (
              <tr key={person.id}>
                <td className="name-cell">
                  <span className="table-title">{name}</span>
                  {person.you && <span className="quiet"> you</span>}
                </td>
                <td className="email-cell">{person.email}</td>
                <td className="gender-cell">{roles[person.role]}</td>
                <td className="status-cell">
                  <span title={means}>
                    <Status tone={tone}>{label}</Status>
                  </span>
                </td>
                <td className="act-cell">
                  {changeable && (
                    <span>
                      {(person.status === 'INVITED' || person.status === 'EXPIRED') && (
                        <Button look="bare" square icon={Send} busy={busy} onClick={() => sendAgain(person)}>
                          {`Send the invitation of ${name} again`}
                        </Button>
                      )}
                      {appoints && (
                        <Button
                          look="bare"
                          square
                          icon={admin ? ShieldOff : Shield}
                          busy={busy}
                          onClick={() => change(person, !admin)}
                        >
                          {admin ? `End ${name} being organisation admin` : `Make ${name} organisation admin`}
                        </Button>
                      )}
                      {(appoints || !admin) && (
                        <Button look="bare" square icon={Trash2} onClick={() => setRemoving(person)}>
                          {`Remove ${name}`}
                        </Button>
                      )}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      </div>
      {removing && (
        <ConfirmDialog
          title={`Remove ${nameOf(removing)}?`}
          action="Remove"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            try {
              await call(colleaguesApi.removeColleague, { id: removing.id })
              onDone(`${nameOf(removing)} has been removed.`)
              return undefined
            } catch (error) {
              return sentencesOf(error)
            }
          }}
        >
          <p>
            {nameOf(removing)} is signed out at once and cannot sign in any more. Folders, requests and downloads belong
            to the school and stay.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
