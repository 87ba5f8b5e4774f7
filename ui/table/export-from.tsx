import { Sheet } from 'lucide-react'
import type { TableFormat } from '#kit/table-format.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { exportForms } from './export-button.tsx'

/** Saves a table that the server writes, in the form that is chosen. */
export function ExportFrom({ address }: { address: (format: TableFormat) => string }) {
  return (
    <MenuButton
      label="Export"
      icon={Sheet}
      groups={exportForms}
      onChoose={(format) => saveFrom(address(format as TableFormat))}
    >
      Export
    </MenuButton>
  )
}

/** As a link to a file would: the browser saves it, and this page stays. */
function saveFrom(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
