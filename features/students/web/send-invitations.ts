import { studentsApi } from '#features/students/contract.ts'
import { call } from '#kit/web/call.ts'
import type { NotInvited } from './check-people.ts'
import type { ListedPerson } from './read-people.ts'

/** So many by one call: each is done within a second, and how far it has come is seen. */
const atOnce = 50

/** Sends call after call. Where one fails it stops: what was sent stays sent, and the rest can be sent again. */
export async function sendInvitations(
  people: readonly ListedPerson[],
  progress: (done: number) => void,
  sentencesOf: (error: unknown) => string[],
): Promise<{ invited: number; left: NotInvited[]; broken?: string[] }> {
  let invited = 0
  const left: NotInvited[] = []
  for (let from = 0; from < people.length; from += atOnce) {
    const part = people.slice(from, from + atOnce)
    try {
      const { response } = await call(studentsApi.inviteStudents, {
        students: part.map(({ line: _, ...student }) => student),
      })
      response.forEach(({ outcome }, at) => {
        if (outcome === 'INVITED') invited++
        else left.push({ ...part[at]!, why: outcome })
      })
    } catch (error) {
      const sentences = sentencesOf(error)
      return {
        invited,
        left: [...left, ...people.slice(from).map((each) => ({ ...each, why: 'NOT_SENT' as const }))],
        broken: sentences,
      }
    }
    progress(Math.min(people.length, from + atOnce))
  }
  return { invited, left }
}
