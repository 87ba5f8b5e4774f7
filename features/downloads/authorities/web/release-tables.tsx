import { Download } from 'lucide-react'
import { type AuthorityFormat, authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { authorityKinds, nameOfKind } from '#features/downloads/authorities/rules.ts'
import { addressOf } from '#kit/web/call.ts'
import { formatBytes, grouped } from '#kit/web/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { type Column, type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { formatNames, headings, type ReleaseChangesView, type ReleaseFileView } from './release-labels.ts'

type Given = { files: readonly ReleaseFileView[]; format: AuthorityFormat; allowed: boolean }

const scopes = [
  { scope: 'FULL', label: 'Full', hint: 'every heading' },
  { scope: 'REFERENCE_ONLY', label: 'Reference only', hint: 'with see or see-also references' },
] as const

type Kind = (typeof authorityKinds)[number]

const headingColumn: Column<Kind> = {
  head: 'Headings',
  namesRow: true,
  csv: (kind) => nameOfKind[kind],
  cell: (kind) => nameOfKind[kind],
}

const fileFor = (files: Given['files'], kind: Kind, scope: ReleaseFileView['scope'], format: AuthorityFormat) =>
  files.find((file) => file.kind === kind && file.scope === scope && file.fileFormat === format)

/** A line for each kind, a column for each scope. */
export function FileTable({ files, format, allowed }: Given) {
  const columns: Columns<Kind> = [
    headingColumn,
    ...scopes.flatMap(({ scope, label, hint }): Column<Kind>[] => [
      {
        head: label,
        headDrawn: (
          <>
            {label} <span className="why weight-400">{hint}</span>
          </>
        ),
        narrow: label,
        csv: (kind) => fileFor(files, kind, scope, format)?.recordCount ?? null,
        cell: (kind) => {
          const file = fileFor(files, kind, scope, format)
          return file ? <FileLink {...{ file, allowed }} /> : <span className="quiet">none</span>
        },
      },
      { head: `${label}, bytes`, csv: (kind) => fileFor(files, kind, scope, format)?.size ?? null },
    ]),
  ]
  return (
    <div className="file-table cards">
      <ExportAbove
        name={`Authority files, ${formatNames[format]}`}
        of="files of this release"
        read={() => fileOf(columns, authorityKinds)}
      />
      <DataTable
        caption="Authority files of this release"
        columns={columns}
        rows={authorityKinds}
        keyOf={(kind) => kind}
      />
    </div>
  )
}

type ChangesGiven = {
  changes: ReleaseChangesView
  files: readonly ReleaseFileView[]
  format: AuthorityFormat
  allowed: boolean
}

const counted = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['deleted', 'Deleted'],
] as const

export function ChangesTable({ changes, files, format, allowed }: ChangesGiven) {
  const columns: Columns<Kind> = [
    headingColumn,
    ...counted.map(
      ([change, label]): Column<Kind> => ({
        head: label,
        number: true,
        narrow: label,
        csv: (kind) => changes[kind]?.[change] ?? 0,
        cell: (kind) => grouped(changes[kind]?.[change] ?? 0),
      }),
    ),
    {
      head: 'File',
      className: 'file-cell',
      cell: (kind) => {
        const file = fileFor(files, kind, 'CHANGES', format)
        return file ? <FileLink {...{ file, allowed }} /> : <span className="quiet">no changes</span>
      },
    },
    { head: 'File, bytes', csv: (kind) => fileFor(files, kind, 'CHANGES', format)?.size ?? null },
  ]
  return (
    <div className="file-table cards">
      <ExportAbove
        name="Changes to headings"
        of="changes since the previous release"
        read={() => fileOf(columns, authorityKinds)}
      />
      <DataTable
        caption="Changes since the previous release"
        columns={columns}
        rows={authorityKinds}
        keyOf={(kind) => kind}
      />
    </div>
  )
}

/**
 * A plain link: the browser saves the file, and a reply other than a file does not replace this page. `named`: nothing
 * around the link says which file it is.
 */
export function FileLink({
  file,
  allowed,
  named = false,
}: {
  file: ReleaseFileView
  allowed: boolean
  named?: boolean
}) {
  const { requestFileId, fileFormat, name, recordCount, size } = file
  const title = `${name}, ${formatNames[fileFormat]}`
  const words = (
    <span>
      <span className={named ? undefined : 'only-heard'}>{title}: </span>
      {headings(recordCount)} · {formatBytes(size)}
    </span>
  )
  if (!allowed) return <span className="file-link num gap-8 items-baseline inline-row ink-2">{words}</span>
  return (
    <Link
      className="file-link num gap-8 items-baseline inline-row"
      href={addressOf(authoritiesApi.downloadAuthorityFile, { requestFileId, fileFormat })}
      target="_blank"
      rel="noopener"
      onClick={() => toastSuccess({ title, text: 'Your file will begin downloading in a new window' })}
    >
      <Icon className="self-center" of={Download} small />
      {words}
    </Link>
  )
}
