import { FileLink } from './file-link.tsx'
import { dayOf, headings, type ShownRelease } from './release-words.ts'

/** Each release with what it brought; its files are listed when it is opened. */
export function EarlierReleases({ releases, allowed }: { releases: readonly ShownRelease[]; allowed: boolean }) {
  return (
    <ul className="earlier">
      {releases.map((release) => (
        <li key={release.id}>
          <details>
            <summary>
              <span className="day">{dayOf(release.releaseDate)}</span>
              <span className="quiet num">
                {headings(release.headings.ALL ?? 0)}
                {changesInWords(release)}
              </span>
            </summary>
            {release.files.length === 0 ? (
              <p className="quiet">No file of this release is kept.</p>
            ) : (
              <ul className="files">
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

function changesInWords({ changes }: ShownRelease): string {
  if (!changes?.ALL) return ', the first release'
  const { added, changed, deleted } = changes.ALL
  return `: ${added.toLocaleString()} new, ${changed.toLocaleString()} changed, ${deleted.toLocaleString()} deleted`
}
