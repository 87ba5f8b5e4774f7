import { forDesk } from '#features/account/web/desk-parts.tsx'
import { addressOf } from '#kit/web/call.ts'
import { readersDay } from '#kit/web/dates.ts'
import { goTo } from '#kit/web/history.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { auditApi, entriesAPage } from '#platform/audit/contract.ts'
import { auditKinds } from '#platform/audit/rules.ts'
import { AuditList } from '#platform/audit/web/audit-parts.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { Link } from '#ui/link.tsx'
import { DeskList } from '#ui/table/desk-list.tsx'
import { ExportFrom } from '#ui/table/export-from.tsx'
import { momentsOf, wrongDays } from './audit-days.ts'

const filters = { customerId: 'any', kind: auditKinds, from: 'any', until: 'any' } as const

const kindNames = { changes: 'Changes', 'sign-ins': 'Sign-ins', commands: 'Commands' } satisfies Record<
  (typeof auditKinds)[number],
  string
>
const kinds = auditKinds.map((value) => ({ value, label: kindNames[value] }))

export const AuditScreen = forDesk(Audit)

function Audit() {
  const address = useListAddress(filters)
  const { customerId, from = '', until = '', ...others } = address.query.filters
  const days = { from, until }
  const narrowed = { ...others, ...momentsOf(days), ...(customerId ? { customerId } : {}) }
  const input = inputOf({ ...address.query, filters: narrowed })
  const loaded = useLatestReply(auditApi.deskAudit, input)
  const { page: _, ...filtered } = input
  const of = customerId ? loaded.reply?.response[0]?.customerName : undefined
  const wrong = wrongDays(days)
  const dayField = (name: 'from' | 'until', label: string) => (
    <DateField
      id={name}
      label={label}
      value={days[name]}
      max={readersDay()}
      error={wrong[name]}
      onChange={(day) => goTo(address.addressWith({ [name]: day }))}
    />
  )
  return (
    <DeskList
      title="Audit log"
      one="entry"
      many="entries"
      placeholder="Name, address or action"
      filters={[{ name: 'kind', label: 'Type', options: kinds }]}
      moreFilters={
        <>
          {dayField('from', 'From')}
          {dayField('until', 'Until')}
        </>
      }
      exported={<ExportFrom address={(format) => addressOf(auditApi.deskAuditCsv, { ...filtered, format })} />}
      hint={
        customerId ? (
          <>
            Changes at {of || 'one organisation'}. <Link href="/desk/audit">See all organisations</Link>
          </>
        ) : (
          'Changes, sign-ins and commands from the command line.'
        )
      }
      address={address}
      linesPerPage={entriesAPage}
      loaded={loaded}
      drawn={(entries) => <AuditList title="h2" entries={entries} ofAll={!customerId} />}
    />
  )
}
