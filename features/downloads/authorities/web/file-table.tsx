import type { AuthorityFormat } from '#features/downloads/authorities/contract.ts'
import { authorityKinds, nameOfKind } from '#features/downloads/authorities/rules.ts'
import { Table } from '#ui/table/table.tsx'
import { FileLink } from './file-link.tsx'
import type { ShownFile } from './release-words.ts'

type Given = { files: readonly ShownFile[]; format: AuthorityFormat; allowed: boolean }

const scopes = [
  { scope: 'FULL', label: 'Full', hint: 'every heading' },
  { scope: 'REFERENCE_ONLY', label: 'Reference only', hint: 'with see or see-also references' },
] as const

/** A line for each kind, a column for each scope. */
export function FileTable({ files, format, allowed }: Given) {
  return (
    <div className="file-table">
      <Table
        caption="Authority files of this release"
        head={
          <>
            <th scope="col">Headings</th>
            {scopes.map(({ scope, label, hint }) => (
              <th scope="col" key={scope}>
                {label} <span className="why">{hint}</span>
              </th>
            ))}
          </>
        }
      >
        {authorityKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{nameOfKind[kind]}</th>
            {scopes.map(({ scope, label }) => {
              const file = files.find(
                (each) => each.kind === kind && each.scope === scope && each.fileFormat === format,
              )
              return (
                <td key={scope} data-label={label}>
                  {file ? <FileLink {...{ file, allowed }} /> : <span className="quiet">none</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </Table>
    </div>
  )
}
