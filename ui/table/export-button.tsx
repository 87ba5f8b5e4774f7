import { Sheet } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type TableFormat, tableFormats } from '#kit/table-format.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { toastFailure } from '../overlay/toast.tsx'
import type { ExportTable } from './save-table.ts'

/** Of a menu that exports. */
export const exportForms = [{ id: '', items: Object.entries(tableFormats).map(([id, label]) => ({ id, label })) }]

/** Saves a table in the form that is chosen. `read` may take its time; where it fails, a toast says why. */
export function ExportButton({
  name,
  of,
  read,
}: {
  /** Of the file, without its ending. */
  name: string
  /** Which of several lists of a screen it is; heard. */
  of?: string
  read: () => ExportTable | Promise<ExportTable>
}) {
  const [busy, setBusy] = useState(false)
  const save = async (format: string) => {
    setBusy(true)
    try {
      // Most visits export nothing: its script is fetched when it is wanted.
      const [{ saveTable }, table] = await Promise.all([import('./save-table.ts'), read()])
      await saveTable(name, table, format as TableFormat)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <MenuButton label="Export" icon={Sheet} busy={busy} groups={exportForms} onChoose={save}>
      Export
      {of && <span className="only-heard">: {of}</span>}
    </MenuButton>
  )
}

/** Below a list that has no bar above it. */
export const ExportBelow = (props: ComponentProps<typeof ExportButton>) => (
  <p className="table-end">
    <ExportButton {...props} />
  </p>
)
