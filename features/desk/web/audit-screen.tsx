import { Sheet } from 'lucide-react'
import { auditApi, entriesAPage } from '#features/audit/contract.ts'
import { auditKinds } from '#features/audit/rules.ts'
import { AuditList } from '#features/audit/web/audit-parts.tsx'
import { addressOf } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { DeskList } from './desk-list.tsx'
import { forDesk } from './desk-parts.tsx'
import { inputOf, useListAddress } from './list-address.ts'

const filters = { customerId: 'any', kind: auditKinds } as const

const kindNames = { changes: 'Changes', 'sign-ins': 'Sign-ins', commands: 'Commands' } satisfies Record<
  (typeof auditKinds)[number],
  string
>
const kinds = auditKinds.map((value) => ({ value, label: kindNames[value] }))

export const AuditScreen = forDesk(Audit)

function Audit() {
  const address = useListAddress(filters)
  const { customerId } = address.asked.filters
  const input = inputOf(address.asked)
  const loaded = useLatestReply(auditApi.deskAudit, input)
  const { page: _, ...filtered } = input
  const of = customerId ? loaded.reply?.response[0]?.customerName : undefined
  return (
    <DeskList
      title="Audit log"
      one="entry"
      many="entries"
      placeholder="Organisation, person, product or address"
      filters={[{ name: 'kind', label: 'Kind', options: kinds }]}
      actions={
        (loaded.reply?.totalCount ?? 0) > 0 && (
          <a className="button" href={addressOf(auditApi.deskAuditCsv, filtered)} download>
            <Icon of={Sheet} />
            Export CSV
          </a>
        )
      }
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
