import { useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { CiteButton } from '#features/catalogue/citations/web/citations-parts.tsx'
import { counted, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { words as say } from '../../messages.ts'
import { folderItemOf } from '../../record/web/folder-item.ts'
import { useRecordPieces } from '../../record/web/record-pieces.tsx'
import type { Ticked } from './use-ticked.ts'

/** Actions for the ticked records. `title`: of their search, which names a download. `page`: how many are in view. */
export function TickedBar({ ticked, title, page }: { ticked: Ticked; title: string; page: number }) {
  const { DownloadFound, FolderMenuButton } = useRecordPieces()
  const me = useQuery(currentUser).data ?? null
  const [downloads, download] = useState(false)
  const { hits } = ticked
  const records = counted(hits.length, say.record, say.records)
  const ids = hits.map(({ _id }) => _id)
  return (
    <fieldset className="ticked-bar flow items-center gap-8 no-print">
      <legend className="only-heard">{say.tickedRecords}</legend>
      <strong className="num nowrap">{say.countSelected({ count: grouped(hits.length) })}</strong>
      <FolderMenuButton items={hits.map(folderItemOf)} label={say.addToFolderMenu} of={records} />
      {isSchoolStaff(me) && (
        <Button
          icon={Download}
          aria-haspopup="dialog"
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => download(true)}
        >
          {say.download}
        </Button>
      )}
      <CiteButton sets={[{ label: records, count: hits.length, of: { ids } }]} name={say.references} />
      {ticked.extent !== 'all' && (
        <Button look="bare" onClick={ticked.toggleAll}>
          {say.selectPage({ count: grouped(page) })}
        </Button>
      )}
      <Button look="bare" icon={X} onClick={ticked.clear}>
        {say.clearSelection}
      </Button>
      {downloads && (
        <LazyPart quiet>
          <DownloadFound
            name={hits.length === 1 ? (hits[0]?._source.title.titlePrimary ?? title) : `${title}, ${records}`}
            count={hits.length}
            ids={ids}
            onClose={() => download(false)}
          />
        </LazyPart>
      )}
    </fieldset>
  )
}
