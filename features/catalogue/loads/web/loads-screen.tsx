import { forDesk } from '#features/account/web/desk-parts.tsx'
import { loadsApi } from '#features/catalogue/loads/contract.ts'
import { entriesAPage, loadKinds, loadStates, mostLoads } from '#features/catalogue/loads/rules.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { whoInWords } from '#platform/audit/rules.ts'
import { Link } from '#ui/link.tsx'
import { DeskList } from '#ui/table/desk-list.tsx'
import { Status } from '#ui/tags.tsx'
import { kindNames, nameOfFile, optionsOf, type ShownLoad, stateNames } from './load-words.ts'

const filters = { kind: loadKinds, state: loadStates }

export const LoadsScreen = forDesk(Loads)

function Loads() {
  const address = useListAddress(filters)
  const loaded = useLatestReply(loadsApi.deskLoads, inputOf(address.asked))
  return (
    <DeskList
      title="Loads"
      one="load"
      many="loads"
      noneHint={
        <>
          Load a file of records at the command line: <code>npm run catalogue -- load records.mrc</code>
        </>
      }
      placeholder="File, person or reason"
      hint={`The last ${mostLoads} files of records and headings, with what was repaired or rejected.`}
      address={address}
      filters={[
        { name: 'kind', label: 'Kind', options: optionsOf(kindNames) },
        { name: 'state', label: 'State', options: optionsOf(stateNames) },
      ]}
      linesPerPage={entriesAPage}
      loaded={loaded}
      head={
        <>
          <th scope="col">File</th>
          <th scope="col">State</th>
          <th scope="col">When</th>
          {['Loaded', 'Updated', 'Unchanged', 'Repaired', 'Rejected'].map((name) => (
            <th key={name} scope="col" className="n">
              {name}
            </th>
          ))}
        </>
      }
      line={(load) => <LoadCells load={load} />}
    />
  )
}

function LoadCells({ load }: { load: ShownLoad }) {
  const [tone, word] = stateNames[load.state]
  const name = nameOfFile(load.file)
  const address = `/desk/loads/${encodeURIComponent(load.id)}`
  const listed = (list: 'repaired' | 'rejected') =>
    load[list] > 0 ? (
      <Link href={`${address}?list=${list}`} aria-label={`${load[list].toLocaleString()} ${list}: ${name}`}>
        {load[list].toLocaleString()}
      </Link>
    ) : (
      '0'
    )
  return (
    <>
      <td className="name-cell">
        <Link className="table-title" href={address}>
          {name}
        </Link>
        <div className="why">{kindNames[load.kind]}</div>
      </td>
      <td>
        <Status tone={tone}>{word}</Status>
        {load.failure && <div className="why">{load.failure}</div>}
      </td>
      <td className="day-cell">
        {dateAndTime(load.beganDate)}
        <div className="why">{whoInWords({ changedBy: '', cameFrom: load.cameFrom })}</div>
      </td>
      {(['loaded', 'updated', 'unchanged'] as const).map((count) => (
        <td key={count} className="n" data-label={count}>
          {load[count].toLocaleString()}
        </td>
      ))}
      {(['repaired', 'rejected'] as const).map((list) => (
        <td key={list} className="n" data-label={list}>
          {listed(list)}
        </td>
      ))}
    </>
  )
}
