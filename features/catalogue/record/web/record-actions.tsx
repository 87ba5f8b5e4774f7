import { Flag, Link2, Mail, Printer, Quote } from 'lucide-react'
import { lazy, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { openRecordPath } from '#features/catalogue/rules.ts'
import { call } from '#kit/web/call.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { type HitView, makerOf, titleOf, yearOf } from '../../web/hit-facts.ts'
import { folderItemOf } from './folder-item.ts'
import type { RecordView } from './record-facts.tsx'
import { useRecordPieces } from './record-pieces.tsx'

// Loaded on demand: most visits open none of these.
const CiteDialog = lazy(async () => ({ default: (await import('./record-cite.tsx')).CiteDialog }))
const ReportDialog = lazy(async () => ({ default: (await import('./record-report.tsx')).ReportDialog }))
const EmailDialog = lazy(async () => ({ default: (await import('#platform/mail/web/mail-parts.tsx')).EmailDialog }))

type Modal = 'html' | 'email' | 'cite' | 'report'

/** Most numbers that the call accepts. */
const maxNumbers = 100

/** Input of the call besides the number. The mail itself shows the catalogue's own record. */
const namedInMail = ({ _source: source }: HitView) => ({
  scisNumber: source.id,
  issn: source.issn.slice(0, maxNumbers),
  isbn: source.isbn.slice(0, maxNumbers),
  title: source.title.titlePrimary,
  subject: source.subjects,
  publicationYear: source.publicationYear,
  mainAuthor: source.mainAuthor.namePersonalPrimary || source.mainAuthor.nameCorporatePrimary,
  contributors: [...source.contributor.namePersonalOther, ...source.contributor.nameCorporateOther],
})

/** All actions on a record. Actions for staff of a school are absent for others. */
export function RecordActions({ hit }: { hit: HitView & { _source: RecordView } }) {
  const { FolderToggle, ItemDownloads, RecordHtmlDialog } = useRecordPieces()
  const me = useCurrentUser()
  const staff = isSchoolStaff(me)
  const [modal, setModal] = useState<Modal>()
  const close = () => setModal(undefined)
  const { _id: id, _source: source } = hit
  const title = titleOf(hit)
  return (
    <>
      <div className="record-actions stack gap-8">
        <FolderToggle item={folderItemOf(hit)} />
      </div>
      {staff && (
        <LazyPart fallback={<div className="downloads-waiting" />}>
          <ItemDownloads id={id} title={title} />
        </LazyPart>
      )}
      <div className="record-actions more stack gap-8">
        {staff && (
          <>
            <Button look="bare" icon={Printer} onClick={() => setModal('html')}>
              View as HTML
            </Button>
            <Button look="bare" icon={Mail} onClick={() => setModal('email')}>
              Email
            </Button>
          </>
        )}
        <Button look="bare" icon={Quote} onClick={() => setModal('cite')}>
          Cite
        </Button>
        <CopyButton text={window.location.origin + openRecordPath(id)} label="Copy link" icon={Link2} wide />
        {staff && (
          <Button look="bare" icon={Flag} onClick={() => setModal('report')}>
            Report a problem
          </Button>
        )}
      </div>
      <LazyPart key={modal}>
        {modal === 'html' && <RecordHtmlDialog id={id} title={title} onClose={close} />}
        {modal === 'cite' && <CiteDialog source={source} onClose={close} />}
        {modal === 'report' && <ReportDialog id={id} title={title} onClose={close} />}
        {modal === 'email' && (
          <EmailDialog
            title="Email this record"
            about={
              <>
                <strong>{title}</strong>
                <br />
                <span className="quiet">{[makerOf(hit), yearOf(hit)].filter(Boolean).join(' · ')}</span>
              </>
            }
            defaultAddress={me?.user.email ?? ''}
            send={async (emailId) =>
              (await call(catalogueApi.emailRecord, { bibId: id, emailId, ...namedInMail(hit) })).messages[0]!
            }
            onClose={close}
          />
        )}
      </LazyPart>
    </>
  )
}
