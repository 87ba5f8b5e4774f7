import { Sheet } from 'lucide-react'
import { useState } from 'react'
import { type TableFormat, tableFormats } from '#kit/table-format.ts'
import { MenuButton } from './menu.tsx'
import type { ExportTable } from './save-table.ts'
import { toastFailure } from './toast.tsx'

/** Saves a table in the form that is chosen. `read` may take its time; where it fails, a toast says why. */
export function ExportButton({
  name,
  read,
}: {
  /** Of the file, without its ending. */
  name: string
  read: () => ExportTable | Promise<ExportTable>
}) {
  const [busy, setBusy] = useState(false)
  const save = async (format: TableFormat) => {
    setBusy(true)
    try {
      // Most visits export nothing: its script is fetched when it is wanted.
      const [{ saveTable }, table] = await Promise.all([import('./save-table.ts'), read()])
      await saveTable(name, table, format)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return <ExportMenu busy={busy} onChoose={save} />
}

const items = Object.entries(tableFormats).map(([id, label]) => ({ id, label }))

/** The choice alone. */
export function ExportMenu({ busy = false, onChoose }: { busy?: boolean; onChoose: (format: TableFormat) => void }) {
  return (
    <MenuButton
      label="Export as"
      icon={Sheet}
      busy={busy}
      groups={[{ id: 'formats', items }]}
      onChoose={onChoose as (format: string) => void}
    >
      Export
    </MenuButton>
  )
}
