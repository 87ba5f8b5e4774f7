import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { purposeNames } from '#features/desk/rules.ts'
import { call } from '#kit/web/call.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { Link } from '#ui/link.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import type { LinkView } from './desk-views.ts'

export const linkStates: Record<LinkView['state'], [Tone, string]> = {
  waiting: ['warn', 'Not used yet'],
  used: ['ok', 'Used'],
  expired: ['plain', 'Expired'],
  withdrawn: ['plain', 'Withdrawn'],
}

export const purposeLabel = (purpose: string): string =>
  (purposeNames as Record<string, string | undefined>)[purpose] ?? purpose

const what = (link: LinkView) =>
  [purposeLabel(link.purpose), link.person || link.organisation].filter(Boolean).join(', ')

/** `ofAll`: a list of all organisations, which names each line's own. */
export const linkColumns = (ofAll: boolean): Columns<LinkView> => [
  {
    head: 'For',
    className: 'name-cell',
    csv: ({ purpose }) => purposeLabel(purpose),
    cell: ({ purpose, person }) => (
      <>
        <strong>{purposeLabel(purpose)}</strong>
        <div className="why">{person}</div>
      </>
    ),
  },
  { head: 'Person', csv: ({ person }) => person },
  ofAll && {
    head: 'Organisation',
    csv: ({ organisation }) => organisation,
    cell: ({ customerId, organisation }) =>
      customerId ? (
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
      ) : (
        organisation || <span className="quiet">—</span>
      ),
  },
  {
    head: 'Status',
    csv: ({ state }) => linkStates[state][1],
    cell: ({ state, usedDate }) => (
      <>
        <Status tone={linkStates[state][0]}>{linkStates[state][1]}</Status>
        {usedDate && <div className="why">{dateAndTime(usedDate)}</div>}
      </>
    ),
  },
  { head: 'Used', csv: ({ usedDate }) => momentInFile(usedDate) },
  {
    head: 'Issued',
    className: 'day-cell',
    narrow: 'issued',
    csv: ({ createdDate }) => momentInFile(createdDate),
    cell: ({ createdDate, issuedBy }) => (
      <>
        {dateAndTime(createdDate)}
        <div className="why">{issuedBy || 'by the portal'}</div>
      </>
    ),
  },
  { head: 'Issued by', csv: ({ issuedBy }) => issuedBy },
  {
    head: 'Expires',
    className: 'day-cell',
    narrow: 'until',
    csv: ({ expiresDate }) => momentInFile(expiresDate),
    cell: ({ expiresDate }) => dateAndTime(expiresDate),
  },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    cell: (link) => <WithdrawLink link={link} />,
  },
]

function WithdrawLink({ link }: { link: LinkView }) {
  const [asking, setAsking] = useState(false)
  const change = useDeskChange()
  return (
    <>
      {link.state === 'waiting' && (
        <Button
          look="bare"
          square
          icon={Unlink}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setAsking(true)}
        >
          {`Withdraw: ${what(link)}`}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title="Withdraw this link?"
          action="Withdraw"
          onConfirm={() =>
            change(() => call(deskApi.withdrawDeskLink, { linkId: link.id }), `The link was withdrawn: ${what(link)}.`)
          }
          onClose={() => setAsking(false)}
        >
          <p>{what(link)}. The link will stop working for everyone who has it. You can issue a new one at any time.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
