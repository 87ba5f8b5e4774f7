import type { HeadingsState } from '#features/headings/server/headings-port.ts'
import { authorityKinds } from '../rules.ts'
import { deletedText, headingText, kindOf, partText } from './heading-text.ts'
import type { Making } from './making.ts'
import type { ReleaseFiles } from './release-files.ts'
import { hasReferences, type Seen } from './write-marc-files.ts'

/** Alphabetically: text is read by people. */
export async function writeTextFiles(files: ReleaseFiles, state: HeadingsState, seen: Seen, release: Making) {
  for await (const entry of state.entries()) {
    release.signal.throwIfAborted()
    const kind = kindOf(entry.document)
    const text = Buffer.from(headingText(entry))
    await files.add({ kind, scope: 'FULL', format: 'TEXT' }, text)
    if (hasReferences(entry.document)) await files.add({ kind, scope: 'REFERENCE_ONLY', format: 'TEXT' }, text)
  }
  if (release.changes) await writeChanges(files, state, seen, release)
}

/** One part for what is new, one for what has changed, one for what is gone. */
async function writeChanges(files: ReleaseFiles, state: HeadingsState, { changeAt, deleted }: Seen, release: Making) {
  const scope = 'CHANGES'
  const format = 'TEXT'
  const begin = async (title: string, change: 'added' | 'changed' | 'deleted') => {
    for (const kind of authorityKinds) {
      const found = release.changes![kind][change]
      if (found > 0)
        await files.say({ kind, scope, format }, Buffer.from(partText(`${title}: ${found.toLocaleString('en-AU')}`)))
    }
  }
  for (const [change, title] of [
    ['added', 'New headings'],
    ['changed', 'Changed headings'],
  ] as const) {
    await begin(title, change)
    for await (const entry of state.entries((place) => changeAt(place) === change)) {
      release.signal.throwIfAborted()
      await files.add({ kind: kindOf(entry.document), scope, format }, Buffer.from(headingText(entry)))
    }
  }
  await begin('Deleted headings', 'deleted')
  deleted.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0))
  for (const { kind, heading, recordId } of deleted)
    await files.add({ kind, scope, format }, Buffer.from(deletedText(heading, recordId)))
}
