import { Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import type { AccessKey } from '#features/school/access-keys/contract.ts'
import { dayOfMidnight } from '#kit/day.ts'
import type { KeyScope } from '#kit/key-scopes.ts'
import { businessDay, type Dated } from '#kit/web/dates.ts'
import { counted, formatDate, formatDay, formatMonth, grouped } from '#kit/web/format.ts'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { type Columns, fileOf, momentInFile } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import type { KeyWish } from './key-dialogs.tsx'
import { scopeLabels } from './scope-labels.ts'

export type AccessKeyView = Dated<AccessKey>

const hasExpired = ({ expiresDate }: AccessKeyView) =>
  expiresDate !== null && dayOfMidnight(expiresDate) < businessDay()

const labelsOf = (scopes: readonly KeyScope[]) => scopes.map((scope) => scopeLabels[scope].short).join(', ')
const accessOf = ({ scopes, endedScopes }: AccessKeyView) =>
  labelsOf(scopes.filter((scope) => !endedScopes.includes(scope)))

function statusOf(key: AccessKeyView): string {
  if (!key.makerActive) return 'Inactive'
  return hasExpired(key) ? 'Expired' : 'Active'
}

/** Why a key no longer works, or not for all that it was made for. */
function faultsOf(key: AccessKeyView): { tag: string; why?: string }[] {
  const faults = []
  if (!key.makerActive)
    faults.push({ tag: 'Inactive', why: `${key.madeBy} can’t sign in any more. Renew the key to turn it on.` })
  else if (key.endedScopes.length > 0)
    faults.push({
      tag: `${labelsOf(key.endedScopes)} turned off`,
      why: `${key.madeBy} no longer manages people. Renew the key to turn it on.`,
    })
  return hasExpired(key) ? [...faults, { tag: 'Expired' }] : faults
}

const columns: Columns<AccessKeyView> = [
  {
    head: 'Name',
    className: 'name-cell',
    csv: ({ name }) => name,
    cell: (key) => (
      <>
        <strong>{key.name}</strong> <code className="quiet">…{key.hint}</code>
        <div className="why">
          Created {formatDate(key.createdDate)} by {key.madeBy}
        </div>
        {faultsOf(key).map(({ tag, why }) => (
          <div className="mt-4" key={tag}>
            <Status tone="bad">{tag}</Status>
            {why && <div className="why">{why}</div>}
          </div>
        ))}
      </>
    ),
  },
  { head: 'Ends with', csv: ({ hint }) => hint },
  { head: 'Created', csv: ({ createdDate }) => momentInFile(createdDate) },
  { head: 'Created by', csv: ({ madeBy }) => madeBy },
  { head: 'Status', csv: statusOf },
  {
    head: 'Access',
    narrow: 'Access',
    csv: accessOf,
    cell: (key) => accessOf(key) || <span className="quiet">None</span>,
  },
  {
    head: 'Expires',
    narrow: 'Expires',
    className: 'num nowrap day-cell',
    csv: ({ expiresDate }) => expiresDate,
    cell: ({ expiresDate }) => (expiresDate ? formatDay(expiresDate) : 'Never'),
  },
  {
    head: 'Last used',
    narrow: 'Last used',
    className: 'num nowrap day-cell',
    csv: ({ usedDate }) => momentInFile(usedDate),
    cell: ({ usedDate }) => (usedDate ? formatDate(usedDate) : 'Never'),
  },
  { head: 'Calls by month', narrow: 'Calls by month', className: 'nowrap', cell: ({ uses }) => <Uses uses={uses} /> },
]

export function KeysTable({ keys, onWish }: { keys: readonly AccessKeyView[]; onWish: (wish: KeyWish) => void }) {
  return (
    <div className="cards">
      <p className="flow justify-end gap-8 mb-6">
        <ExportButton name="Access keys" of="keys" read={() => keysFile(keys)} />
        {keys.some(({ uses }) => uses.length > 0) && (
          <ExportButton name="Calls by key and month" of="calls by month" read={() => usesFile(keys)} />
        )}
      </p>
      <DataTable
        caption="Keys and their use"
        columns={[
          ...columns,
          {
            head: 'Actions',
            headHidden: true,
            className: 'act-cell',
            cell: (key) => (
              <MenuButton
                look="bare"
                square
                icon={Ellipsis}
                label={`Actions for ${key.name}`}
                groups={[
                  {
                    id: 'key',
                    items: [
                      { id: 'change', label: 'Change', icon: Pencil },
                      { id: 'renew', label: 'Renew secret', icon: RefreshCw },
                      { id: 'withdraw', label: 'Withdraw', icon: Trash2 },
                    ],
                  },
                ]}
                onChoose={(does) => onWish({ does: does as 'change' | 'renew' | 'withdraw', accessKey: key })}
              >
                {`Actions for ${key.name}`}
              </MenuButton>
            ),
          },
        ]}
        rows={keys}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

export const keysFile = (keys: readonly AccessKeyView[]) => fileOf(columns, keys)

/** A line for each key and month, as a spreadsheet sums them. */
const useColumns: Columns<{ key: AccessKeyView; use: { month: string; calls: number } }> = [
  { head: 'Key', csv: ({ key }) => key.name },
  { head: 'Ends with', csv: ({ key }) => key.hint },
  { head: 'Month', csv: ({ use }) => use.month },
  { head: 'Calls', csv: ({ use }) => use.calls },
]

export const usesFile = (keys: readonly AccessKeyView[]) =>
  fileOf(
    useColumns,
    keys.flatMap((key) => key.uses.map((use) => ({ key, use }))),
  )

/** The newest month in sight, the others on demand. */
function Uses({ uses }: { uses: AccessKeyView['uses'] }) {
  const [newest, ...earlier] = uses
  if (!newest) return <span className="quiet">None</span>
  const line = ({ month, calls }: { month: string; calls: number }) => `${formatMonth(month)}: ${grouped(calls)}`
  if (earlier.length === 0) return line(newest)
  return (
    <details>
      <summary>{line(newest)}</summary>
      <ul aria-label={counted(earlier.length, 'earlier month')}>
        {earlier.map((use) => (
          <li key={use.month}>{line(use)}</li>
        ))}
      </ul>
    </details>
  )
}
