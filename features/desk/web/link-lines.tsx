import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { purposeNames } from '#features/desk/rules.ts'
import { call } from '#kit/web/call.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { Button } from '#ui/button.tsx'
import { sentencesOf, tellDone, useRefresh } from '#ui/form/use-desk-form.ts'
import { Link } from '#ui/link.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import type { ShownLink } from './shown.ts'

export const linkStates: Record<ShownLink['state'], [Tone, string]> = {
  waiting: ['warn', 'Not used yet'],
  used: ['ok', 'Used'],
  expired: ['plain', 'Expired'],
  withdrawn: ['plain', 'Withdrawn'],
}

export const purposeInWords = (purpose: string): string =>
  (purposeNames as Record<string, string | undefined>)[purpose] ?? purpose

export const LinksHead = ({ ofAll }: { ofAll: boolean }) => (
  <>
    <th scope="col">For</th>
    {ofAll && <th scope="col">Organisation</th>}
    <th scope="col">State</th>
    <th scope="col">Issued</th>
    <th scope="col">Works until</th>
    <th scope="col">
      <span className="only-heard">Actions</span>
    </th>
  </>
)

export function LinkCells({ link, ofAll }: { link: ShownLink; ofAll: boolean }) {
  const [tone, word] = linkStates[link.state]
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh()
  const what = [purposeInWords(link.purpose), link.person || link.organisation].filter(Boolean).join(', ')
  const withdraw = async () => {
    try {
      await call(deskApi.withdrawDeskLink, { linkId: link.id })
    } catch (error) {
      return sentencesOf(error).refused
    } finally {
      void refresh()
    }
    tellDone(`The link was withdrawn: ${what}.`)
    return undefined
  }
  return (
    <>
      <td className="name-cell">
        <strong>{purposeInWords(link.purpose)}</strong>
        <div className="why">{link.person}</div>
      </td>
      {ofAll && (
        <td>
          {link.customerId ? (
            <Link href={`/desk/organisations/${encodeURIComponent(link.customerId)}`}>{link.organisation}</Link>
          ) : (
            link.organisation || <span className="quiet">—</span>
          )}
        </td>
      )}
      <td>
        <Status tone={tone}>{word}</Status>
        {link.usedDate && <div className="why">{dateAndTime(link.usedDate)}</div>}
      </td>
      <td className="day-cell" data-label="issued">
        {dateAndTime(link.createdDate)}
        <div className="why">{link.issuedBy || 'by the portal'}</div>
      </td>
      <td className="day-cell" data-label="until">
        {dateAndTime(link.expiresDate)}
      </td>
      <td className="act-cell">
        {link.state === 'waiting' && (
          <Button
            look="bare"
            square
            icon={Unlink}
            onPointerEnter={prepareOverlays}
            onFocus={prepareOverlays}
            onClick={() => setAsking(true)}
          >
            {`Withdraw: ${what}`}
          </Button>
        )}
        {asking && (
          <ConfirmDialog
            title="Withdraw this link?"
            action="Withdraw"
            onConfirm={withdraw}
            onClose={() => setAsking(false)}
          >
            <p>{what}. Whoever has the link can use it no more. A new one can be issued at any time.</p>
          </ConfirmDialog>
        )}
      </td>
    </>
  )
}
