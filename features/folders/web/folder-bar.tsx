import './folder-bar.css'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { CiteButton } from '#features/catalogue/citations/web/citations-parts.tsx'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { folderOrders } from './folder-order.ts'

/** The bar above the records of every folder: their order, export and other actions on the list, then `children`. */
export function FolderBar({
  name,
  items,
  order,
  onOrder,
  chosen,
  children,
}: {
  /** Name of the exported file. */
  name: string
  /** In display order. */
  items: readonly FolderItem[]
  order: string
  onOrder: (order: string) => void
  /** Ids of the ticked records. */
  chosen?: ReadonlySet<string>
  children?: ReactNode
}) {
  const ids = items.map(({ bibId }) => bibId)
  const ticked = ids.filter((id) => chosen?.has(id))
  const sets = [
    ...(ticked.length > 0
      ? [{ label: `Selected (${grouped(ticked.length)})`, count: ticked.length, of: { ids: ticked } }]
      : []),
    { label: `Whole folder (${grouped(ids.length)})`, count: ids.length, of: { ids } },
  ]
  return (
    <div className="folder-bar wrap no-print">
      <Select label="Sort by" options={folderOrders} value={order} onChange={(event) => onOrder(event.target.value)} />
      <ExportButton name={name} read={async () => fileOf((await import('./folder-csv.ts')).folderColumns, items)} />
      <Button icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
      {ids.length > 0 && <CiteButton sets={sets} name={name} />}
      {children && <div className="of-chosen flow gap-8 ml-auto">{children}</div>}
    </div>
  )
}

/** The head of a folder's screen: its name, its facts, and actions on the whole folder. */
export function FolderHead({ title, facts, children }: { title: string; facts: ReactNode; children?: ReactNode }) {
  return (
    <header className="folder-head split items-end gap-12-24">
      <div className="min-w-0 anywhere basis-320">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="quiet num mt-2 text-small">{facts}</p>
      </div>
      {children && <div className="folder-actions wrap gap-8 no-print flex">{children}</div>}
    </header>
  )
}
