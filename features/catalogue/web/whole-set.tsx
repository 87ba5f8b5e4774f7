import { Download, FolderPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { CiteRecords } from '#features/catalogue/citations/web/cite-records.tsx'
import type { Sentences } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { words as say } from '../messages.ts'
import { folderItemOf } from '../record/web/folder-item.ts'
import { useRecordPieces } from '../record/web/record-pieces.tsx'
import { exportEnds, highestTotal, maxWholeSet } from '../rules.ts'
import { describeSearch } from './describe-search.ts'
import type { HitView } from './hit-facts.ts'
import { everyHit, hitColumns } from './hit-table.tsx'
import { type QueryJson, queryOf } from './search-query.ts'
import { type SearchState, writeSearchState } from './search-state.ts'

type Done = { sentence: string; undo?: () => void }

/** Adds every record of a search to the folder, downloads them, or saves the list as a file. */
export function WholeSet({ search, total, onClose }: { search: SearchState; total: number; onClose: () => void }) {
  const { addAllToFolder, DownloadFound } = useRecordPieces()
  const me = useCurrentUser()
  const [cites, cite] = useState(false)
  const [downloads, download] = useState(false)
  const { read, reading, refused, run } = useReading(search)
  const [done, setDone] = useState<Done>()
  const records = counted(total, say.record, say.records)
  const tooMany = total > maxWholeSet

  const add = () =>
    run(async (hits) => {
      const added = await addAllToFolder(hits.map(folderItemOf))
      setDone(added)
      announce(added.sentence)
    })
  const undo = () => {
    done?.undo?.()
    setDone({ sentence: say.recordsRemoved })
  }

  if (cites)
    return (
      <CiteRecords
        sets={[{ label: say.allResults, count: total, of: { bodybuilderquery: queryOf(search) } }]}
        name={say.references}
        onClose={onClose}
      />
    )
  if (downloads)
    return (
      <DownloadFound
        name={describeSearch(writeSearchState(search).toString())}
        count={total}
        query={wholeQueryOf(search)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={total >= highestTotal ? say.allAndMore({ records }) : say.allThings({ records })} onClose={onClose}>
      <div className="whole-set stack gap-16">
        {tooMany ? (
          <p>{say.tooManyAtOnce({ count: grouped(maxWholeSet) })}</p>
        ) : (
          <div className="wrap gap-8 flex">
            <Button icon={FolderPlus} busy={reading} onClick={add}>
              {say.addAll({ count: grouped(total) })}
            </Button>
            {isSchoolStaff(me) && (
              <Button icon={Download} onClick={() => download(true)}>
                {say.downloadAll({ count: grouped(total) })}
              </Button>
            )}
          </div>
        )}
        {reading && (
          <div className="stack gap-6">
            <progress className="w-full" max={total} value={read} aria-label={say.loadingRecords} />
            <p className="quiet num text-small">{say.recordsLoaded({ read: grouped(read), total: grouped(total) })}</p>
          </div>
        )}
        {refused && <ErrorBox title={say.nothingAdded} messages={refused} />}
        {done && (
          <p role="status">
            {done.sentence} <Link href="/discover/temp/folder">{say.openFolder}</Link>
            {done.undo && (
              <Button look="bare" onClick={undo}>
                {say.undo}
              </Button>
            )}
          </p>
        )}
        <section className="stack gap-8 line-above pt-16">
          <h2>{say.asFile}</h2>
          <div className="wrap gap-8 flex items-center">
            <ExportButton
              name={say.recordsFound}
              note={exportEnds(total)}
              read={async () => fileOf(hitColumns(1, []), await everyHit(search))}
            />
            {me && <Button onClick={() => cite(true)}>{say.references}</Button>}
          </div>
          {isSchoolStaff(me) && !tooMany && <p className="quiet text-small">{say.requestForMarc}</p>}
        </section>
      </div>
    </Dialog>
  )
}

/** The query of all its records, in its order. */
function wholeQueryOf(search: SearchState): QueryJson {
  const { aggs: _, ...query } = queryOf({ ...search, grouped: false, page: 1, size: maxWholeSet })
  return query
}

/** Reads all hits for an action; closing the dialog stops it, and nothing has been changed by then. */
function useReading(search: SearchState) {
  const [read, setRead] = useState(0)
  const [reading, setReading] = useState(false)
  const [refused, refuse] = useState<Sentences>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const run = async (use: (hits: HitView[]) => Promise<void>) => {
    if (reading) return
    leaving.current = new AbortController()
    const { signal } = leaving.current
    setReading(true)
    setRead(0)
    refuse(undefined)
    try {
      const hits = await everyHit(search, { signal, onRead: setRead })
      if (!signal.aborted) await use(hits)
    } catch (error) {
      if (!signal.aborted) refuse(problemOf(error).messages)
    } finally {
      if (!signal.aborted) setReading(false)
    }
  }
  return { read, reading, refused, run }
}
