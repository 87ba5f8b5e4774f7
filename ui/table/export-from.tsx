import { Sheet } from 'lucide-react'
import type { TableFormat } from '#kit/table-format.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { exportForms } from './export-button.tsx'

/** Saves a table that the server generates, in the chosen format. */
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

/** Like a link to a file: the browser saves it, and this page stays. */
function saveFrom(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
