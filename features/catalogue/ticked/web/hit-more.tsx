import { useQuery } from '@tanstack/react-query'
import { BookOpenText, Ellipsis, Library, Link2, Quote } from 'lucide-react'
import { useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { CiteRecords } from '#features/catalogue/citations/web/cite-records.tsx'
import { openRecordPath } from '#features/catalogue/rules.ts'
import { goTo } from '#kit/web/history.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { showToast, toastSuccess } from '#ui/overlay/toast.tsx'
import { words as say } from '../../messages.ts'
import { useRecordPieces } from '../../record/web/record-pieces.tsx'
import { shelfAround } from '../../shelf/web/shelf-parts.ts'
import { type HitView, titleOf } from '../../web/hit-facts.ts'

/** The further actions on a hit. */
export function HitMore({ hit, square = false }: { hit: HitView; square?: boolean }) {
  const { RecordHtmlDialog } = useRecordPieces()
  const me = useQuery(currentUser).data ?? null
  const [open, setOpen] = useState<'cite' | 'html'>()
  const { _id: id } = hit
  const title = titleOf(hit)
  const close = () => setOpen(undefined)
  const copy = () =>
    navigator.clipboard.writeText(window.location.origin + openRecordPath(id)).then(
      () => toastSuccess(say.linkCopied),
      () => showToast({ tone: 'bad', text: say.linkNotCopied }),
    )
  const acts = {
    html: () => setOpen('html'),
    cite: () => setOpen('cite'),
    shelf: () => goTo(shelfAround(id)),
    copy,
  }
  return (
    <>
      <MenuButton
        label={`${say.more}: ${title}`}
        groups={[
          {
            id: 'more',
            items: [
              ...(isSchoolStaff(me) ? [{ id: 'html', label: say.readAndPrint, icon: BookOpenText }] : []),
              ...(me ? [{ id: 'cite', label: say.cite, icon: Quote }] : []),
              ...(me && hit._source.deweyFull ? [{ id: 'shelf', label: say.onTheShelf, icon: Library }] : []),
              { id: 'copy', label: say.copyLink, icon: Link2 },
            ],
          },
        ]}
        icon={Ellipsis}
        square={square}
        onChoose={(act) => void acts[act as keyof typeof acts]()}
      >
        {square ? `${say.more}: ${title}` : say.more}
        {!square && <span className="only-heard">: {title}</span>}
      </MenuButton>
      <LazyPart quiet key={open}>
        {open === 'html' && <RecordHtmlDialog id={id} title={title} onClose={close} />}
        {open === 'cite' && (
          <CiteRecords sets={[{ label: title, count: 1, of: { ids: [id] } }]} name={title} onClose={close} />
        )}
      </LazyPart>
    </>
  )
}
