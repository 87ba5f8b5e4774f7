import { z } from 'zod'
import { id } from '#features/requests/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

export const noteLength = 4000

export const ColleagueNote = z.object({
  id: z.string(),
  writtenDate: z.string(),
  by: z.string(),
  /** True for the caller's own notes, which only the caller can delete. */
  own: z.boolean(),
  text: z.string(),
})
export type ColleagueNote = z.infer<typeof ColleagueNote>

const notes = z.object({ response: z.array(ColleagueNote) })

export const notesApi = {
  colleagueNotes: get('/rest/desk/cataloguing/:itemId/notes', {
    who: 'desk',
    summary: 'The customer team’s notes on an item and those catalogued with it, oldest first; schools never see them',
    input: z.strictObject({ itemId: id }),
    reply: notes,
  }),
  addColleagueNote: post('/rest/desk/cataloguing/notes', {
    who: 'desk',
    summary: 'Add a note for colleagues on the customer team',
    input: z.strictObject({ itemId: id, text: z.string().trim().min(1).max(noteLength) }),
    reply: notes,
  }),
  removeColleagueNote: post('/rest/desk/cataloguing/notes/remove', {
    who: 'desk',
    summary: 'Delete a note of your own',
    input: z.strictObject({ noteId: id }),
    reply: z.object({ response: z.object({ id: z.string() }) }),
  }),
}

export const noteProblem = problems({
  note_not_found: [404, 'We couldn’t find this note among yours.'],
})
