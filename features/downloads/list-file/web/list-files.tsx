import './list-files.css'
import { useEffect, useState } from 'react'
import { announce } from '#ui/announce.tsx'
import { chooseColumn, isTooBig } from './choose-column.ts'
import { ColumnDialog } from './column-dialog.tsx'
import type { Column } from './columns.ts'
import type { Unreadable } from './file-kind.ts'
import { AddedNotice, RefusedNotice, TooBigNotice } from './file-notice.tsx'
import { asText, type Read } from './list-text.ts'
import { type ListFile, readListFile } from './read-list-file.ts'

type Outcome =
  | { is: 'refused'; why: Unreadable | 'tooBig' }
  /** `added`: the lines that were put into the field. */
  | { is: 'list'; list: Read; column: Column; asking: boolean; added: string }
  | { is: 'closed' }

/** Reads dropped files one after the other, puts their identifiers into the field and reports on each. */
export function ListFiles({
  files,
  onSwap,
}: {
  files: readonly File[]
  /** Puts lines at the end of the field, or in place of lines that were put there before. */
  onSwap: (former: string, lines: string) => void
}) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [share, setShare] = useState(0)
  const at = outcomes.length
  const file = files[at]

  const put = (former: string, column: Column, name: string) => {
    const lines = asText(column)
    onSwap(former, lines)
    announce(`Identifiers of ${name} added`)
    return lines
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file is read once, when it is its turn
  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    setShare(0)
    const settle = (outcome: Outcome) => setOutcomes((before) => [...before, outcome])
    readAside(file, setShare, stop.signal)
      .then((read) => {
        if (stop.signal.aborted || !read) return
        if (read.is === 'refused') return settle(read)
        const { used, ask } = chooseColumn(read.columns)
        const add = !ask && !isTooBig(used, read.whole)
        settle({ is: 'list', list: read, column: used, asking: ask, added: add ? put('', used, file.name) : '' })
      })
      .catch((error: unknown) => {
        console.error(error)
        settle({ is: 'refused', why: 'notRead' })
      })
    return () => stop.abort()
  }, [file])

  const change = (i: number, outcome: Outcome) =>
    setOutcomes((before) => before.map((each, j) => (i === j ? outcome : each)))
  const pending = outcomes.findIndex((outcome) => outcome.is === 'list' && outcome.asking)
  const asking = outcomes[pending]

  return (
    <div className="list-files stack gap-10 w-full">
      {outcomes.map((outcome, i) => {
        const { name } = files[i]!
        const key = `${i} ${name}`
        const close = () => change(i, { is: 'closed' })
        if (outcome.is === 'closed' || (outcome.is === 'list' && outcome.asking && outcome.added === '')) return null
        if (outcome.is === 'refused') return <RefusedNotice key={key} name={name} why={outcome.why} onClose={close} />
        const { list, column, added } = outcome
        const choose =
          list.columns.filter(({ identifiers }) => identifiers > 0).length > 1
            ? () => change(i, { ...outcome, asking: true })
            : undefined
        if (added === '')
          return (
            <TooBigNotice
              key={key}
              {...{ name, list, column }}
              onTake={() => change(i, { ...outcome, added: put('', column, name) })}
              onChoose={choose}
              onClose={close}
            />
          )
        return (
          <AddedNotice
            key={key}
            {...{ name, list, column }}
            onChoose={choose}
            onClose={close}
            onUndo={() => {
              onSwap(added, '')
              announce('Identifiers removed')
              close()
            }}
          />
        )
      })}
      {file && (
        <div className="file-notice reading stack framed-2 rounded on-surface text-small" role="status">
          <span>Reading {file.name}…</span>
          <progress className="w-full" max={1} value={share} aria-label={`Reading ${file.name}`} />
        </div>
      )}
      {asking?.is === 'list' && (
        <ColumnDialog
          name={files[pending]!.name}
          list={asking.list}
          column={asking.column}
          onClose={() => change(pending, asking.added === '' ? { is: 'closed' } : { ...asking, asking: false })}
          onChoose={(column) =>
            change(pending, {
              ...asking,
              column,
              asking: false,
              added: put(asking.added, column, files[pending]!.name),
            })
          }
        />
      )}
    </div>
  )
}

/** Reads a file in a worker, so that the page stays responsive. The signal cancels it. */
async function readAside(
  file: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ListFile | undefined> {
  if (typeof Worker === 'undefined') return readListFile(file, progress)
  const worker = new Worker(new URL('./list-file-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<ListFile | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined))
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<ListFile | number>) => {
        if (typeof data === 'number') progress(data)
        else resolve(data)
      }
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
