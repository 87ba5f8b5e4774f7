import { useState } from 'react'
import type { AuthorityFormat } from '#features/authorities/contract.ts'
import { Button } from '#ui/button.tsx'
import { EarlierReleases } from './earlier-releases.tsx'
import { FileTable } from './file-table.tsx'
import { NotIncluded } from './not-included.tsx'
import { Part } from './part.tsx'
import { dayOf, formatNames, type ShownRelease } from './release-words.ts'
import { UsedHeadings } from './used-headings.tsx'
import { WhatChanged } from './what-changed.tsx'

type Given = { release: ShownRelease; earlier: readonly ShownRelease[]; allowed: boolean }

export function LatestRelease({ release, earlier, allowed }: Given) {
  const [format, setFormat] = useState<AuthorityFormat>('MARC')
  const { SUBJECT = 0, NAME = 0, SERIES = 0 } = release.headings
  const before = earlier[0]
  return (
    <>
      {!allowed && <NotIncluded />}
      <Part
        title={`Release of ${dayOf(release.releaseDate)}`}
        hint={`${SUBJECT.toLocaleString()} subjects, ${NAME.toLocaleString()} names and ${SERIES.toLocaleString()} series. A new release is made whenever the headings have changed.`}
        tool={
          <fieldset className="formats">
            <legend>Format</legend>
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
          hint={`Since the release of ${dayOf(before.releaseDate)}. Load only this, if you have loaded that one.`}
        >
          <WhatChanged changes={release.changes} files={release.files} {...{ format, allowed }} />
        </Part>
      )}
      {allowed && (
        <Part title="Only what you use" hint="Without the headings that no record of yours has.">
          <UsedHeadings />
        </Part>
      )}
      <Part title="Into your system">
        <p className="prose">
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
