import { randomUUID } from 'node:crypto'
import type { App } from '#app/app.ts'
import type { HeadingsState } from '#features/catalogue/headings/server/headings-port.ts'
import { businessDay } from '#kit/day.ts'
import { grouped } from '#kit/wording.ts'
import type { Changes } from '../contract.ts'
import { authorityKinds } from '../rules.ts'
import { deletedText, headingText, headText, kindOf, partText } from './heading-text.ts'
import { countOf, forEachKind, type Making } from './making.ts'
import { waitForTurn } from './one-at-a-time.ts'
import { openReleaseFiles, type ReleaseFiles, removeReleaseFiles, type Which } from './release-files.ts'
import { agencyOf } from './released-record.ts'
import { forgetOldFiles, keepRelease, latestRelease, saveGeneration, wholeFileOf } from './stored-releases.ts'
import { hasReferences, type Seen, writeMarcFiles } from './write-marc-files.ts'

export type Needs = Pick<App, 'db' | 'files' | 'headings' | 'clock' | 'log' | 'env'>

/** Concurrent callers in this process share one run. */
const making = new WeakMap<object, Promise<void>>()

/**
 * Writes the files of the loaded headings and replaces the last release once all are complete. Releases nothing if
 * nothing has changed. Holds only one record at a time, however many there are.
 */
export function makeRelease(app: Needs, signal: AbortSignal = new AbortController().signal): Promise<void> {
  const underWay = making.get(app.headings)
  if (underWay) return underWay
  const made = inTurn(app, signal).finally(() => making.delete(app.headings))
  making.set(app.headings, made)
  return made
}

/** The generation before any load. */
const nothingLoaded = 0

async function inTurn(app: Needs, signal: AbortSignal) {
  const turn = await waitForTurn(app.db, signal)
  try {
    if (turn.died) await removeLeftFiles(app, folderOf(turn.died))
    await write(app, folderOf(turn.name), signal)
  } finally {
    await turn.end()
  }
}

/** A process that died may still have published its files. */
async function removeLeftFiles({ db, files }: Needs, folder: string) {
  const known = await db
    .selectFrom('authorityFile')
    .select('id')
    .where('fileKey', 'like', `${folder}/%`)
    .executeTakeFirst()
  if (!known) await removeReleaseFiles(files, folder)
}

/** Each run writes to its own folder, even if its process was taken for dead and is still running. */
const folderOf = (turn: string) => `authorities/${turn}`

async function write(app: Needs, folder: string, signal: AbortSignal) {
  const { db, clock, env, log } = app
  const begun = performance.now()
  const before = await latestRelease(db)
  const state = await app.headings.state()
  if ((before?.generation ?? nothingLoaded) === state.generation) return state.close()
  const number = (before?.number ?? 0) + 1
  const release: Making = {
    number,
    releasedAt: clock(),
    agency: agencyOf(env),
    recordCounts: new Map(),
    headings: forEachKind(() => 0),
    changes: before && forEachKind(() => ({ added: 0, changed: 0, deleted: 0 })),
    signal,
  }
  const releasedOn = businessDay(clock, release.releasedAt)
  const about = {
    ...release,
    releasedOn,
    providerName: env.providerName,
    countOf: (which: Which) => countOf(release, which),
  }
  const files = openReleaseFiles(app.files, folder, (which) =>
    which.format === 'TEXT' ? Buffer.from(headText(which, about)) : new Uint8Array(0),
  )
  try {
    const earlier = before && (await wholeFileOf(app, before.id))
    const seen = await writeMarcFiles(files, state, earlier, release)
    if (before && isNothing(release.changes!.ALL)) {
      await files.abandon('nothing has changed')
      return await saveGeneration(db, before.id, state.generation)
    }
    await writeTextFiles(files, state, seen, release)
    const written = await files.end()
    const isNew = await keepRelease(db, { id: randomUUID(), ...release, generation: state.generation }, written)
    if (!isNew) return await files.abandon('another process made them first')
    log.info({ release: number, headings: release.headings.ALL, ms: performance.now() - begun }, 'authority files made')
    await forgetOldFiles(app)
  } catch (error) {
    await files.abandon(error)
    throw error
  } finally {
    state.close()
  }
}

const isNothing = ({ added, changed, deleted }: Changes) => added + changed + deleted === 0

/** Alphabetical, for human readers. */
async function writeTextFiles(files: ReleaseFiles, state: HeadingsState, seen: Seen, release: Making) {
  for await (const entry of state.entries()) {
    release.signal.throwIfAborted()
    const kind = kindOf(entry.document)
    const text = Buffer.from(headingText(entry))
    await files.add({ kind, scope: 'FULL', format: 'TEXT' }, text)
    if (hasReferences(entry.document)) await files.add({ kind, scope: 'REFERENCE_ONLY', format: 'TEXT' }, text)
  }
  if (release.changes) await writeChanges(files, state, seen, release)
}

/** One part each for added, changed and deleted headings. */
async function writeChanges(files: ReleaseFiles, state: HeadingsState, { changeAt, deleted }: Seen, release: Making) {
  const scope = 'CHANGES'
  const format = 'TEXT'
  const begin = async (title: string, change: 'added' | 'changed' | 'deleted') => {
    for (const kind of authorityKinds) {
      const found = release.changes![kind][change]
      if (found > 0) await files.say({ kind, scope, format }, Buffer.from(partText(`${title}: ${grouped(found)}`)))
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
