import { Link as LinkIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { linkPurposes } from '#features/desk/rules.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { linkColumns, linkStates, purposeLabel } from './link-lines.tsx'

const IssueLink = lazy(async () => ({ default: (await import('./issue-link.tsx')).IssueLink }))

const purposes = linkPurposes.map((value) => ({ value, label: purposeLabel(value) }))
const states = Object.entries(linkStates).map(([value, [, label]]) => ({ value, label }))
const filters = { purpose: linkPurposes, state: states.map(({ value }) => value) }

const columns = linkColumns(true)

export const LinksScreen = forDesk(Links)

function Links() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskApi.deskLinks, inputOf(address.query))
  const [issuing, setIssuing] = useState(false)
  return (
    <DeskList
      title="Trials and links"
      one="link"
      many="links"
      placeholder="Organisation or person"
      hint="One-time links. Links can’t be shown again: withdraw a lost link and issue a new one."
      address={address}
      filters={[
        { name: 'purpose', label: 'For', options: purposes },
        { name: 'state', label: 'Status', options: states },
      ]}
      loaded={loaded}
      columns={columns}
      actions={
        <Button
          icon={LinkIcon}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setIssuing(true)}
        >
          Issue link
        </Button>
      }
    >
      {issuing && (
        <LazyPart>
          <IssueLink onClose={() => setIssuing(false)} />
        </LazyPart>
      )}
    </DeskList>
  )
}
