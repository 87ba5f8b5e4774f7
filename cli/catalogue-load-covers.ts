import { type LoadedCovers, loadCovers } from '#features/catalogue/covers/server/load-covers.ts'
import { csvLine, csvMark } from '#kit/csv.ts'
import { writeForUser } from '#operate/umask.ts'
import { printLine, printNotice } from './print-line.ts'

const maxShown = 20

/** Returns the exit code: 0 if at least one cover is kept. */
export async function loadGivenCovers(app: Parameters<typeof loadCovers>[0], given: string[]): Promise<number> {
  const { loaded, replaced, unchanged, rejected } = await loadCovers(app, given)
  showRejected(given[0]!, rejected)
  printLine(`covers loaded ${loaded}, replaced ${replaced}, unchanged ${unchanged}, rejected ${rejected.length}`)
  return loaded + replaced + unchanged > 0 ? 0 : 1
}

function showRejected(beside: string, rejected: LoadedCovers['rejected']) {
  for (const { file, reason } of rejected.slice(0, maxShown)) printNotice(`${file}: ${reason}.`)
  if (rejected.length <= maxShown) return
  const list = `${beside.replace(/[\\/]+$/, '')}.rejected.csv`
  const rows = rejected.map(({ file, reason }) => csvLine([file, reason]))
  writeForUser(list, [csvMark, csvLine(['file', 'reason']), ...rows].join(''))
  printNotice(`… and ${rejected.length - maxShown} more; all are listed in ${list}`)
}
