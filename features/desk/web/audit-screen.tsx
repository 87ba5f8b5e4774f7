import { auditApi, entriesAPage } from '#features/audit/contract.ts'
import { AuditList } from '#features/audit/web/audit-parts.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { DeskList } from './desk-list.tsx'
import { forDesk } from './desk-parts.tsx'
import { inputOf, useListAddress } from './list-address.ts'

const filters = { customerId: 'any' } as const

export const AuditScreen = forDesk(Audit)

function Audit() {
  const address = useListAddress(filters)
  const { customerId } = address.asked.filters
  const loaded = useLatestReply(auditApi.deskAudit, inputOf(address.asked))
  const of = customerId ? loaded.reply?.response[0]?.customerName : undefined
  return (
    <DeskList
      title="Audit log"
      one="change"
      many="changes"
      placeholder="Organisation, person or product"
      hint={
        customerId ? (
          <>
            Who changed what of {of || 'one organisation'}. <Link href="/desk/audit">See all organisations</Link>
          </>
        ) : (
          'Who changed what, of all organisations and of the provider itself.'
        )
      }
      address={address}
      linesPerPage={entriesAPage}
      loaded={loaded}
      drawn={(entries) => <AuditList title="h2" entries={entries} ofAll={!customerId} />}
    />
  )
}
