import type { Logger } from 'pino'
import type { RebuildWatch } from '#adapters/catalogue/embedded/rebuild/rebuild-catalogue.ts'
import { showProgress } from '#cli/catalogue-progress.ts'
import { commandIo } from '#cli/print-line.ts'

/** For a command: prints the progress on stderr. */
export function rebuildOnScreen(): RebuildWatch {
  const say = (line: string) => commandIo().stderr.write(`${line}\n`)
  let shown: { progress: ReturnType<typeof showProgress>; records: number } | undefined
  return {
    begins: (reason) => say(`Rebuilding the catalogue index from its records: ${reason}.`),
    waits: () => say('Another program is loading or rebuilding this catalogue. Waiting for it to finish.'),
    at: (records, of) => {
      shown ??= { progress: showProgress('rebuild', of), records: 0 }
      shown.progress.at(records, records - shown.records)
      shown.records = records
    },
    ends: ({ superseded, leftOut }) => {
      shown?.progress.end()
      if (leftOut > 0) say(`left out ${leftOut}: records that are lost or cannot be read`)
      if (superseded > 0) say(`removed ${superseded}: rows that later records had replaced`)
    },
  }
}

const linesEveryMs = 5_000

/** For a starting portal or worker. */
export function rebuildInLog(log: Logger): RebuildWatch {
  let reportedAt = performance.now()
  return {
    begins: (reason) => log.warn({ reason }, 'rebuilding the catalogue index from its records'),
    waits: () => log.warn('another program is loading or rebuilding the catalogue; waiting for it to finish'),
    at: (records, of) => {
      if (performance.now() - reportedAt < linesEveryMs) return
      reportedAt = performance.now()
      log.info({ records, of }, 'rebuilding the catalogue index')
    },
    ends: (report) => log.info(report, 'the catalogue index is rebuilt'),
    lost: (sentence) => log.error({ reason: sentence }, 'the catalogue has lost records'),
  }
}
