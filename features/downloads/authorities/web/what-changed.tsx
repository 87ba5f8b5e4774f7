import type { AuthorityFormat } from '#features/downloads/authorities/contract.ts'
import { authorityKinds, nameOfKind } from '#features/downloads/authorities/rules.ts'
import { Table } from '#ui/table/table.tsx'
import { FileLink } from './file-link.tsx'
import type { ShownChanges, ShownFile } from './release-words.ts'

type Given = { changes: ShownChanges; files: readonly ShownFile[]; format: AuthorityFormat; allowed: boolean }

const counted = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['deleted', 'Deleted'],
] as const

export function WhatChanged({ changes, files, format, allowed }: Given) {
  return (
    <div className="file-table changes">
      <Table
        caption="What has changed since the release before"
        head={
          <>
            <th scope="col">Headings</th>
            {counted.map(([change, label]) => (
              <th scope="col" className="n" key={change}>
                {label}
              </th>
            ))}
            <th scope="col">File</th>
          </>
        }
      >
        {authorityKinds.map((kind) => {
          const file = files.find(
            (each) => each.kind === kind && each.scope === 'CHANGES' && each.fileFormat === format,
          )
          return (
            <tr key={kind}>
              <th scope="row">{nameOfKind[kind]}</th>
              {counted.map(([change, label]) => (
                <td className="n" key={change} data-label={label}>
                  {(changes[kind]?.[change] ?? 0).toLocaleString()}
                </td>
              ))}
              <td className="file-cell">
                {file ? <FileLink {...{ file, allowed }} /> : <span className="quiet">nothing changed</span>}
              </td>
            </tr>
          )
        })}
      </Table>
    </div>
  )
}
