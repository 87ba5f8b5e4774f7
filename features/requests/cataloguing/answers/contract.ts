import { z } from 'zod'
import { id } from '#features/requests/contract.ts'
import { get, post, problems } from '#kit/contract.ts'
import { Asker } from '../contract.ts'

/** An answer whose emails have not left yet. Schools don't see it until they do. */
export const LeavingAnswer = z.object({
  id: z.string(),
  leavesDate: z.string(),
  kind: z.enum(['CATALOGUED', 'DECLINED']),
  /** The person who answered. */
  by: z.string(),
  /** The first item's title, else its number or address; with the number of other titles. */
  name: z.string(),
  /** The record's title; '' if declined. */
  title: z.string(),
  items: z.array(Asker),
})
export type LeavingAnswer = z.infer<typeof LeavingAnswer>

const input = z.strictObject({ answerId: id })

export const answersApi = {
  leavingAnswers: get('/rest/desk/cataloguing/leaving', {
    who: 'desk',
    summary: 'Answers that can still be undone, the next to be sent first',
    reply: z.object({ response: z.array(LeavingAnswer) }),
  }),
  undoAnswer: post('/rest/desk/cataloguing/leaving/undo', {
    who: 'desk',
    summary: 'Undo an answer before its emails are sent: the items wait again, as if they had not been answered',
    input,
    /** Includes the text of the answer, '' for none, so that it can be given again. */
    reply: z.object({ response: z.object({ items: z.array(Asker), reason: z.string(), note: z.string() }) }),
  }),
  sendAnswerNow: post('/rest/desk/cataloguing/leaving/send', {
    who: 'desk',
    summary: 'Send an answer without waiting any longer',
    input,
    reply: z.object({ response: z.object({ items: z.array(Asker) }) }),
  }),
}

export const answerProblem = problems({
  answer_left: [409, 'This answer has already been sent or undone.'],
  /** The minutes for undoing have passed, but the answer has not been sent yet. */
  answer_leaving: [409, 'This answer is being sent.'],
  answer_withdrawn: [409, 'Nothing was sent, because every school has withdrawn its request.'],
  answer_not_sent: [
    409,
    'This answer couldn’t be sent, so the item is back in the queue. A note for colleagues says why.',
  ],
})
