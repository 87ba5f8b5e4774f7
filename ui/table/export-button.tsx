import { Sheet } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type TableFormat, tableFormats } from '#kit/table-format.ts'
import { words } from '../messages.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { toastFailure } from '../overlay/toast.tsx'
import type { ExportTable } from './save-table.ts'

/** Options of an export menu. */
export const exportForms = [{ id: '', items: Object.entries(tableFormats).map(([id, label]) => ({ id, label })) }]

/** Saves a table in the chosen format. `read` may be slow; if it fails, a toast shows the reason. */
export function ExportButton({
  name,
  of,
  note,
  read,
  square = false,
}: {
  /** File name without its extension. */
  name: string
  /** Names one of several lists on a screen, for screen readers. */
  of?: string
  /** The identifiers missing from the file, shown beside the button. */
  note?: string | undefined
  read: () => ExportTable | Promise<ExportTable>
  /** Only its icon, for a corner. */
  square?: boolean
}) {
  const [busy, setBusy] = useState(false)
  const save = async (format: string) => {
    setBusy(true)
    try {
      // Loaded on demand: most visits export nothing.
      const [{ saveTable }, table] = await Promise.all([import('./save-table.ts'), read()])
      await saveTable(name, table, format as TableFormat)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (square) {
    const label = `Export: ${of ?? name}`
    return (
      <MenuButton look="bare" square icon={Sheet} {...{ label, busy }} groups={exportForms} onChoose={save}>
        {label}
      </MenuButton>
    )
  }
  return (
    <>
      <MenuButton label={words.export} icon={Sheet} busy={busy} groups={exportForms} onChoose={save}>
        {words.export}
        {of && <span className="only-heard">: {of}</span>}
      </MenuButton>
      {note && <span className="quiet text-small"> {note}</span>}
    </>
  )
}

/** Placed below a list without a toolbar. */
export const ExportBelow = (props: ComponentProps<typeof ExportButton>) => (
  <p className="table-end">
    <ExportButton {...props} />
  </p>
)

/** At the end of the line above a list without a tool bar, where a tool bar has it too. */
export const ExportAbove = (props: ComponentProps<typeof ExportButton>) => (
  <p className="flex justify-end items-center gap-8 mb-6 no-print">
    <ExportButton {...props} />
  </p>
)
