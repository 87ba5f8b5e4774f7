import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { counted } from '#kit/wording.ts'
import { heldAs } from '#marc/charset/foreign-kinds.ts'
import { identifierKey } from '#marc/identifier.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { matchesOf } from '../../matching/server/match-identifiers.ts'
import { type CategoryTree, readTree } from './category-tree.ts'
import { openContents } from './collection-contents.ts'
import { type CollectionCounts, keepCollections, type NewCollection, nameKey } from './keep-collections.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

const name = z.string().min(1).max(200)
/** A collection in a file; `line` is the file's line of the identifier. */
export const CollectionInput = z.strictObject({
  path: z.array(name).min(1).max(8),
  name,
  description: z.string().max(2000).optional(),
  identifiers: z.array(z.strictObject({ text: z.string(), line: z.number().int() })),
})
export type CollectionInput = z.infer<typeof CollectionInput>

/** Commands from the command line to the running program. */
export const CollectionCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('load'), collections: z.array(CollectionInput) }),
  z.strictObject({ command: z.literal('list') }),
  z.strictObject({ command: z.literal('export') }),
  z.strictObject({ command: z.literal('remove'), names: z.array(z.string()), all: z.boolean() }),
])
export type CollectionCommand = z.infer<typeof CollectionCommand>

export type NotTaken = { line: number; collection: string; identifier: string; reason: string }
/** One record as a line of a file. */
export type ExportedRecord = { path: string[]; collection: string; description: string; id: string; title: string }
export type CollectionAnswer =
  | { loaded: CollectionCounts & { records: number; notTaken: NotTaken[] } }
  | { lines: string[] }
  | { records: ExportedRecord[] }
  | { removed: { categories: number; collections: number } }
  | { refused: string }

export async function manageCollections(app: Needs, command: CollectionCommand): Promise<CollectionAnswer> {
  switch (command.command) {
    case 'load':
      return loadCollections(app, command.collections)
    case 'list':
      return { lines: await linesOf(app, await readTree(app.db)) }
    case 'export':
      return { records: await allRecords(app, await readTree(app.db)) }
    case 'remove':
      return app.db.transaction().execute(async (tx) => {
        const answer = await removeNamed(tx, command)
        if ('removed' in answer) await audit(tx, app, 'collections_removed', command.names, answer.removed)
        return answer
      })
  }
}

/** All or nothing; identifiers without a record are reported, and the others are accepted. */
async function loadCollections(
  { db, catalogue, clock }: Needs,
  collections: CollectionInput[],
): Promise<CollectionAnswer> {
  const notTaken: NotTaken[] = []
  let records = 0
  const matchedCollections: NewCollection[] = []
  for (const { identifiers, ...each } of collections) {
    const recordIds = new Set<RecordId>()
    for (const { text, line, ids, reason } of await matched(catalogue, identifiers)) {
      if (ids.length > 0) recordIds.add(ids[0]!)
      if (reason !== '') notTaken.push({ line, collection: each.name, identifier: text, reason })
    }
    records += recordIds.size
    matchedCollections.push({ ...each, recordIds: [...recordIds] })
  }
  const counts = await db.transaction().execute(async (tx) => {
    const stored = await keepCollections(tx, matchedCollections, clock())
    const names = matchedCollections.map(({ path, name }) => [...path, name].join(' > '))
    await audit(tx, { clock }, 'collections_loaded', names, { ...stored, records })
    return stored
  })
  return { loaded: { ...counts, records, notTaken } }
}

const audit = (tx: Db, { clock }: Pick<App, 'clock'>, action: string, names: string[], after: object) =>
  recordAudit(tx, {
    now: clock(),
    customerId: null,
    userId: null,
    action,
    subject: names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : ''),
    after: { ...after },
  })

const perLookup = 4000
const reasons = {
  bad_check_digit: 'not found: its check digit is wrong',
  not_an_identifier: 'this is not an identifier',
  spreadsheet_damage: 'a spreadsheet has rounded it',
}

/** No one can confirm a record here that only holds a number as cancelled or invalid, so it is not accepted. */
async function matched(catalogue: Needs['catalogue'], identifiers: CollectionInput['identifiers']) {
  const requested = identifiers.map((each) => ({ ...each, identifier: each.text, read: identifierKey(each.text) }))
  const matchOf = await matchesOf(catalogue, requested)
  return requested.map((each) => {
    const { text, line } = each
    const { problem } = each.read
    const { ids, proposals } = matchOf(each)
    const [proposal] = proposals
    const none = proposal
      ? `left out: ${heldAs(proposal.kind)} record ${proposal.id}. To include it, give its record number`
      : problem
        ? reasons[problem]
        : 'not found'
    const several = ids.length > 1 ? `${ids.length} records have it (${ids.join(', ')}); the first is used` : ''
    return { text, line, ids, reason: ids.length === 0 ? none : several }
  })
}

/** The tree for reading: a category's name, then its content, indented one level. */
async function linesOf(app: Needs, tree: CategoryTree): Promise<string[]> {
  const rows = tree
    .below(null)
    .flatMap(({ id }) => tree.withAllBelow(id).flatMap((each) => tree.collectionsIn(each.id)))
  const contents = await openContents(app)(rows)
  const below = (categoryId: string, step: string): string[] => [
    ...tree.collectionsIn(categoryId).map(({ id, name }) => {
      return `${step}${name}: ${counted(contents.get(id)!.count, 'record')}`
    }),
    ...tree.below(categoryId).flatMap(({ id, name }) => [`${step}${name}`, ...below(id, `${step}  `)]),
  ]
  return tree.below(null).flatMap(({ id, name }) => [name, ...below(id, '  ')])
}

async function allRecords({ db, catalogue }: Needs, tree: CategoryTree): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = []
  for (const first of tree.below(null))
    for (const category of tree.withAllBelow(first.id))
      for (const { id, name: collection, description } of tree.collectionsIn(category.id)) {
        const row = await db.selectFrom('collection').select('recordIds').where('id', '=', id).executeTakeFirst()
        const ids = row?.recordIds ?? []
        const titles = new Map<string, string>()
        for (let from = 0; from < ids.length; from += perLookup)
          for (const document of await catalogue.documents(ids.slice(from, from + perLookup)))
            titles.set(document.id, document.title.titlePrimary)
        const path = tree.pathOf(category.id)
        if (ids.length === 0) records.push({ path, collection, description, id: '', title: '' })
        for (const each of ids) records.push({ path, collection, description, id: each, title: titles.get(each) ?? '' })
      }
  return records
}

/** By the path of names, `Reading > Genres > Dragons`. All of them or none. */
async function removeNamed(tx: Db, { names, all }: { names: string[]; all: boolean }): Promise<CollectionAnswer> {
  const tree = await readTree(tx)
  const everything = tree.below(null).flatMap(({ id }) => tree.withAllBelow(id))
  const keyOf = (path: string[]) => path.map(nameKey).join(' > ')
  const collections = new Set<string>()
  const categories = new Set<string>()
  for (const path of names) {
    const key = keyOf(path.split('>'))
    const category = everything.find(({ id }) => keyOf(tree.pathOf(id)) === key)
    const holder = everything.find(({ id }) =>
      tree.collectionsIn(id).some((each) => keyOf([...tree.pathOf(id), each.name]) === key),
    )
    if (!category && !holder)
      return { refused: `There is no collection or category “${path}”; list shows all. Nothing was removed.` }
    for (const each of holder ? tree.collectionsIn(holder.id) : [])
      if (keyOf([...tree.pathOf(holder!.id), each.name]) === key) collections.add(each.id)
    if (!category || holder) continue
    for (const each of tree.withAllBelow(category.id)) {
      categories.add(each.id)
      for (const { id } of tree.collectionsIn(each.id)) collections.add(id)
      if (!all && (tree.collectionsIn(each.id).length > 0 || each.id !== category.id))
        return {
          refused: `“${path}” is not empty. To remove it with everything in it, add --all. Nothing was removed.`,
        }
    }
  }
  if (collections.size > 0)
    await tx
      .deleteFrom('collection')
      .where('id', 'in', [...collections])
      .execute()
  // Deepest categories first.
  for (const { id } of everything.toReversed())
    if (categories.has(id)) await tx.deleteFrom('collectionCategory').where('id', '=', id).execute()
  return { removed: { categories: categories.size, collections: collections.size } }
}
