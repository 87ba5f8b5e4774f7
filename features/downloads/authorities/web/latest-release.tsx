import { FileDown, ShoppingBag } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type AuthorityFormat, type AuthorityKind, authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { authorityKinds, nameOfKind, nameOfUsedHeadings } from '#features/downloads/authorities/rules.ts'
import { requestAndFollow } from '#features/downloads/web/downloads-parts.tsx'
import { call } from '#kit/web/call.ts'
import { readersDay } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, formatBusinessDate, grouped } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { formatNames, headings, type ReleaseView } from './release-labels.ts'
import { ChangesTable, FileLink, FileTable } from './release-tables.tsx'

type Given = { release: ReleaseView; earlier: readonly ReleaseView[]; allowed: boolean }

export function LatestRelease({ release, earlier, allowed }: Given) {
  const [format, setFormat] = useState<AuthorityFormat>('MARC')
  const { SUBJECT = 0, NAME = 0, SERIES = 0 } = release.headings
  const before = earlier[0]
  return (
    <>
      {!allowed && <NotIncluded />}
      <Part
        title={`Release of ${formatBusinessDate(release.releaseDate, 'long')}`}
        hint={`${counted(SUBJECT, 'subject')}, ${counted(NAME, 'name')} and ${counted(SERIES, 'series', 'series')}. We publish a new release whenever headings change.`}
        tool={
          <fieldset className="formats row mt-12 gap-2 no-print">
            <legend className="aside">Format</legend>
            {(['MARC', 'TEXT'] as const).map((each) => (
              <Button
                key={each}
                look="bare"
                on={format === each}
                aria-pressed={format === each}
                onClick={() => setFormat(each)}
              >
                {formatNames[each]}
              </Button>
            ))}
          </fieldset>
        }
      >
        <FileTable files={release.files} {...{ format, allowed }} />
      </Part>
      {before && release.changes && (
        <Part
          title="What’s changed"
          hint={`Since the release of ${formatBusinessDate(before.releaseDate, 'long')}. If you loaded that one, load only these changes.`}
        >
          <ChangesTable changes={release.changes} files={release.files} {...{ format, allowed }} />
        </Part>
      )}
      {allowed && (
        <Part title="Headings you use" hint="Only headings used in your downloaded records.">
          <UsedHeadings />
        </Part>
      )}
      <Part title="Load into your library system">
        <p className="measure ink-2">
          Import the MARC file as authority records, not as titles. Have your system match them by control number (001),
          so that records you already have are replaced, not duplicated. After that, load only the changes in each
          release, and remove the records marked as deleted (leader/05 <code>d</code>).
        </p>
      </Part>
      {earlier.length > 0 && (
        <Part
          title="Earlier releases"
          hint="We keep full files for the last two releases, and changes for the last twelve."
        >
          <ExportAbove name="Earlier releases" of="earlier releases" read={() => fileOf(releaseColumns, earlier)} />
          <EarlierReleases releases={earlier} allowed={allowed} />
        </Part>
      )}
    </>
  )
}

function NotIncluded() {
  return (
    <section className="not-included split items-center framed rounded on-accent-soft" aria-label="Your subscription">
      <div className="basis-320">
        <h2 className="mb-4 title-large">Your subscription doesn’t include authority files.</h2>
        <p className="ink-2">
          You can see what’s available. With an authority files subscription, you can download every file below.
        </p>
      </div>
      <LinkButton look="main" icon={ShoppingBag} href={`${settings.cmsUrl}/products`}>
        See products
      </LinkButton>
    </section>
  )
}

/** A title on the left, its content on the right. */
function Part(props: { title: string; hint?: string; tool?: ReactNode; children: ReactNode }) {
  const { title, hint, tool, children } = props
  const id = useId()
  return (
    <section className="authorities-part stack line-above one-column-860" aria-labelledby={id}>
      <div className="part-name stack gap-4 content-start">
        <h2 id={id}>{title}</h2>
        {hint && <p className="ink-3 text-small">{hint}</p>}
        {tool}
      </div>
      <div>{children}</div>
    </section>
  )
}

/** Each release with its changes; its files are listed when it is opened. */
function EarlierReleases({ releases, allowed }: { releases: readonly ReleaseView[]; allowed: boolean }) {
  return (
    <ul className="earlier">
      {releases.map((release) => (
        <li key={release.id}>
          <details>
            <summary>
              <span className="day weight-550">{formatBusinessDate(release.releaseDate, 'long')}</span>
              <span className="quiet num">
                {headings(release.headings.ALL ?? 0)}
                {summariseChanges(release)}
              </span>
            </summary>
            {release.files.length === 0 ? (
              <p className="quiet">We no longer keep files for this release.</p>
            ) : (
              <ul className="files stack gap-6 text-small">
                {release.files.map((file) => (
                  <li key={file.requestFileId}>
                    <FileLink file={file} allowed={allowed} named />
                  </li>
                ))}
              </ul>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

const releaseColumns: Columns<ReleaseView> = [
  { head: 'Release', csv: ({ releaseDate }) => releaseDate },
  { head: 'Headings', csv: ({ headings }) => headings.ALL ?? 0 },
  { head: 'New', csv: ({ changes }) => changes?.ALL?.added ?? null },
  { head: 'Changed', csv: ({ changes }) => changes?.ALL?.changed ?? null },
  { head: 'Deleted', csv: ({ changes }) => changes?.ALL?.deleted ?? null },
  { head: 'Files', csv: ({ files }) => files.length },
]

function summariseChanges({ changes }: ReleaseView): string {
  if (!changes?.ALL) return ', the first release'
  const { added, changed, deleted } = changes.ALL
  return `: ${grouped(added)} new, ${grouped(changed)} changed, ${grouped(deleted)} deleted`
}

/** Requests the headings of everything that the school has downloaded. */
function UsedHeadings() {
  const [kind, setKind] = useState<AuthorityKind>('ALL')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ code: string; sentence: string }>()
  const request = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await requestAndFollow(
        (options) => call(authoritiesApi.createUsedHeadings, { kind }, options),
        nameOfUsedHeadings(kind, readersDay()),
      )
    } catch (error) {
      const { code, messages } = problemOf(error)
      setRefused({ code, sentence: messages[0] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="measure ink-2">
        Authority records for every heading in the records your school has downloaded, with their references, as one
        MARC 21 file. You’ll find it in <Link href="/myDownloads">My downloads</Link>.
      </p>
      <div className="used-headings flow gap-12 mt-14 items-end no-print">
        <Select
          label="Headings"
          options={authorityKinds.map((value) => ({ value, label: nameOfKind[value] }))}
          value={kind}
          onChange={(event) => setKind(event.target.value as AuthorityKind)}
        />
        <Button icon={FileDown} busy={busy} onClick={request}>
          Request this file
        </Button>
      </div>
      {refused && (
        <p className="used-refused mt-10 ink-bad" role="alert">
          {refused.sentence} {refused.code === 'nothing_downloaded' && <Link href="/">Request your first records</Link>}
        </p>
      )}
    </>
  )
}
