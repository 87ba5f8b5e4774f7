import { FileDown, ShoppingBag } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type AuthorityFormat, type AuthorityKind, authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { authorityKinds, nameOfKind, nameOfUsedHeadings } from '#features/downloads/authorities/rules.ts'
import { requestAndFollow } from '#features/downloads/web/downloads-parts.tsx'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, dayInWords, grouped } from '#kit/web/in-words.ts'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
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
        title={`Release of ${dayInWords(release.releaseDate, 'long')}`}
        hint={`${counted(SUBJECT, 'subject')}, ${counted(NAME, 'name')} and ${counted(SERIES, 'series', 'series')}. A new release is made whenever the headings have changed.`}
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
          title="What has changed"
          hint={`Since the release of ${dayInWords(before.releaseDate, 'long')}. Load only this, if you have loaded that one.`}
        >
          <ChangesTable changes={release.changes} files={release.files} {...{ format, allowed }} />
        </Part>
      )}
      {allowed && (
        <Part title="Only what you use" hint="Without the headings that no record of yours has.">
          <UsedHeadings />
        </Part>
      )}
      <Part title="Into your system">
        <p className="measure ink-2">
          Import the MARC file as authority records, not as titles, and let your system match them by their control
          number (001), so that a record you have is replaced and not doubled. From then on load only what has changed
          in each release: a record marked as deleted (leader/05 <code>d</code>) is one to take out.
        </p>
      </Part>
      {earlier.length > 0 && (
        <Part title="Earlier releases" hint="Whole files of the last two releases are kept, and the changes of twelve.">
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
        <h2 className="mb-4 title-large">Your subscription does not include authority files.</h2>
        <p className="ink-2">
          You can see what there is. With a subscription to authority files every file below can be downloaded.
        </p>
      </div>
      <LinkButton look="main" icon={ShoppingBag} href={`${settings.cmsUrl}/products`}>
        See the products
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
              <span className="day weight-550">{dayInWords(release.releaseDate, 'long')}</span>
              <span className="quiet num">
                {headings(release.headings.ALL ?? 0)}
                {changesInWords(release)}
              </span>
            </summary>
            {release.files.length === 0 ? (
              <p className="quiet">No file of this release is kept.</p>
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

function changesInWords({ changes }: ReleaseView): string {
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
        nameOfUsedHeadings(kind, new Date()),
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
        The authority records of the headings in all records that your school has downloaded, with their references, as
        one MARC 21 file. It appears among <Link href="/myDownloads">your downloads</Link>.
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
