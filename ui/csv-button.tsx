import { Sheet } from 'lucide-react'
import { useState } from 'react'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import type { CsvTable } from './csv.ts'
import { toastFailure } from './toast.tsx'

/** Saves a table as a file for spreadsheets. `read` may take its time; where it fails, a toast says why. */
export function CsvButton({
  name,
  read,
}: {
  /** Of the file, without its ending. */
  name: string
  read: () => CsvTable | Promise<CsvTable>
}) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      // Most visits export nothing: its script is fetched when it is wanted.
      const [{ saveCsv }, table] = await Promise.all([import('./csv.ts'), read()])
      saveCsv(name, table)
      announce(`${name}.csv saved`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={Sheet} busy={busy} onClick={save}>
      Export CSV
    </Button>
  )
}
