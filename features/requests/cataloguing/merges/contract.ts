import { z } from 'zod'
import { mostAnswered } from '#features/requests/cataloguing/rules.ts'
import { id } from '#features/requests/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

/** The most works that are merged with one call. */
export const mostMerged = 50

/** Requested items that became one work. */
export const Merge = z.object({
  id: z.string(),
  mergedDate: z.string(),
  /** The person who merged them. */
  by: z.string(),
  /** The first item of each former work; the one that the others joined comes first. */
  items: z.array(z.object({ itemId: z.string(), name: z.string() })),
})
export type Merge = z.infer<typeof Merge>

export const mergesApi = {
  merges: get('/rest/desk/cataloguing/merges', {
    who: 'desk',
    summary: 'Merges that can be undone, the latest first: those of an item, or all of the last ten minutes',
    input: z.strictObject({ itemId: id.optional() }),
    reply: z.object({ response: z.array(Merge) }),
  }),
  mergeWorks: post('/rest/desk/cataloguing/merge', {
    who: 'desk',
    summary: 'Merge requested items, so that the desk answers them as one; schools are not notified',
    /** Any item of each work. The others join the first that can be merged. */
    input: z.strictObject({ itemIds: z.array(id).min(2).max(mostMerged) }),
    reply: z.object({
      response: z.object({
        /** Null if fewer than two could be merged: then nothing changed. */
        merge: Merge.nullable(),
        /** The given items that were left out, each with the reason. */
        refused: z.array(z.object({ itemId: z.string(), reason: z.string() })),
      }),
    }),
  }),
  undoMerge: post('/rest/desk/cataloguing/merge/undo', {
    who: 'desk',
    summary: 'Undo a merge: its items are separate again, with the answers they have had since',
    input: z.strictObject({ mergeId: id }),
    reply: z.object({ response: Merge }),
  }),
}

export const mergeProblem = problems({
  merge_gone: [409, 'This merge has already been undone.'],
  merged_again: [409, 'These items have been merged with others since. Undo that merge first.'],
})

/** Why an item is left out of a merge. */
export const mergeRefusals = {
  notFound: 'We couldn’t find this item.',
  answered: 'Someone has already answered this.',
  merged: 'This has already been merged.',
  assigned: 'Assigned to someone else. Assign these items to one person first.',
  tooMany: `Merging these would leave more than ${mostAnswered} items to answer at once.`,
  alone: 'There’s nothing left to merge this with.',
} as const
