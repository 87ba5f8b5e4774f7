import { forDesk } from '#features/account/web/desk-parts.tsx'
import { loadsApi } from '#features/catalogue/loads/contract.ts'
import { entriesAPage, loadKinds, loadStates, maxLoads } from '#features/catalogue/loads/rules.ts'
import { dateAndTime, grouped } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { formatActor } from '#platform/audit/rules.ts'
import { Link } from '#ui/link.tsx'
import { type Column, type Columns, momentInFile } from '#ui/table/columns.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { Status } from '#ui/tags.tsx'
import { kindNames, type LoadView, nameOfFile, optionsOf, stateNames } from './load-labels.ts'

const filters = { kind: loadKinds, state: loadStates }

const byWhom = ({ cameFrom }: LoadView) => formatActor({ changedBy: '', cameFrom })
const addressOf = ({ id }: LoadView) => `/desk/loads/${encodeURIComponent(id)}`

const count = (name: 'loaded' | 'updated' | 'unchanged'): Column<LoadView> => ({
  head: name.charAt(0).toUpperCase() + name.slice(1),
  number: true,
  narrow: name,
  csv: (load) => load[name],
  cell: (load) => grouped(load[name]),
})

/** The count links to the records themselves. */
const countOfList = (list: 'repaired' | 'rejected'): Column<LoadView> => ({
  head: list.charAt(0).toUpperCase() + list.slice(1),
  number: true,
  narrow: list,
  csv: (load) => load[list],
  cell: (load) => {
    const many = grouped(load[list])
    return load[list] > 0 ? (
      <Link href={`${addressOf(load)}?list=${list}`} aria-label={`${many} ${list}: ${nameOfFile(load.file)}`}>
        {many}
      </Link>
    ) : (
      '0'
    )
  },
})

const columns: Columns<LoadView> = [
  {
    head: 'File',
    className: 'name-cell',
    csv: ({ file }) => file,
    cell: (load) => (
      <>
        <Link className="table-title" href={addressOf(load)}>
          {nameOfFile(load.file)}
        </Link>
        <div className="why">{kindNames[load.kind]}</div>
      </>
    ),
  },
  { head: 'Type', csv: ({ kind }) => kindNames[kind] },
  {
    head: 'Status',
    csv: ({ state }) => stateNames[state][1],
    cell: ({ state, failure }) => (
      <>
        <Status tone={stateNames[state][0]}>{stateNames[state][1]}</Status>
        {failure && <div className="why">{failure}</div>}
      </>
    ),
  },
  { head: 'Reason', csv: ({ failure }) => failure },
  {
    head: 'When',
    className: 'day-cell',
    csv: ({ beganDate }) => momentInFile(beganDate),
    cell: (load) => (
      <>
        {dateAndTime(load.beganDate)}
        <div className="why">{byWhom(load)}</div>
      </>
    ),
  },
  { head: 'By', csv: byWhom },
  count('loaded'),
  count('updated'),
  count('unchanged'),
  countOfList('repaired'),
  countOfList('rejected'),
]

export const LoadsScreen = forDesk(Loads)

function Loads() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(loadsApi.deskLoads, inputOf(address.query))
  return (
    <DeskList
      title="Loads"
      one="load"
      many="loads"
      noneHint={
        <>
          Load a file of records from the command line: <code>npm run catalogue -- load records.mrc</code>
        </>
      }
      placeholder="File, person or reason"
      hint={`The last ${maxLoads} files of records and headings, and which of their records were repaired or rejected.`}
      address={address}
      filters={[
        { name: 'kind', label: 'Type', options: optionsOf(kindNames) },
        { name: 'state', label: 'Status', options: optionsOf(stateNames) },
      ]}
      linesPerPage={entriesAPage}
      loaded={loaded}
      columns={columns}
    />
  )
}
