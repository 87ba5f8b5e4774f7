import { basename } from 'node:path'
import { grouped } from '#kit/wording.ts'
import { commandIo } from './print-line.ts'

const barWidth = 24
const drawEveryMs = 100
/** Without a terminal, one line now and then. */
const linesEveryMs = 5_000

/** A bar on a terminal, lines otherwise; both on stderr, so that stdout has only the report. */
export function showProgress(file: string, size: number) {
  const { stderr } = commandIo()
  const name = basename(file)
  const startedAt = performance.now()
  let drawnAt = startedAt
  let records = 0
  let bytes = 0

  const draw = () => {
    const share = size === 0 ? 1 : Math.min(1, bytes / size)
    const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
    const rate = `${grouped(records)} records, ${grouped(Math.round(records / seconds))}/s`
    if (!stderr.isTTY) {
      stderr.write(`${name}: ${Math.floor(share * 100)} %, ${rate}\n`)
      return
    }
    const filled = Math.round(share * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    stderr.write(
      `\r\x1b[K${name} ${bar} ${Math.floor(share * 100)} %, ${rate}${share === 1 ? ', making them searchable' : ''}`,
    )
  }

  return {
    /** Bytes of the file read so far, and the records since the last call. */
    at(bytesRead: number, more: number) {
      bytes = bytesRead
      records += more
      const now = performance.now()
      const isDue = now - drawnAt >= (stderr.isTTY ? drawEveryMs : linesEveryMs)
      if (!isDue && !(stderr.isTTY && bytesRead >= size)) return
      drawnAt = now
      draw()
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K')
    },
  }
}
