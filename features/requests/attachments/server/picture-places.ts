import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Coming } from '#kit/server/serve.ts'
import { requestProblem } from '../../contract.ts'

const maxOfSchool = 2
/** Of this process: each holds its body, its text and its pictures at once. */
const maxOfAll = 24
/** Bytes of a body without pictures that are worth a place. */
const smallBody = 64 * 1024

type Admit = (caller: SchoolCaller, call: Coming) => void
type Places = {
  /** Two calls of a school at once. */
  ofPictures: Admit
  /** The same, for calls that seldom bring pictures: those with small bodies take no place. */
  ofDrafts: Admit
}

const opened = new WeakMap<object, Places>()

/** Admits calls that bring pictures before their bodies are read; all such calls of the program share the places. */
export function picturePlaces(app: object): Places {
  const places = opened.get(app) ?? openPlaces()
  opened.set(app, places)
  return places
}

function openPlaces(): Places {
  const taken = new Map<string, number>()
  let all = 0
  const ofPictures: Admit = ({ customerId }, { reply }) => {
    const ofSchool = taken.get(customerId) ?? 0
    if (ofSchool >= maxOfSchool || all >= maxOfAll)
      throw requestProblem(ofSchool >= maxOfSchool ? 'too_many_at_once' : 'pictures_busy', { waitSeconds: 2 })
    taken.set(customerId, ofSchool + 1)
    all++
    // Also where a client vanishes in the middle.
    reply.raw.once('close', () => {
      const left = taken.get(customerId)! - 1
      if (left > 0) taken.set(customerId, left)
      else taken.delete(customerId)
      all--
    })
  }
  const ofDrafts: Admit = (caller, call) => {
    const length = call.request.headers['content-length']
    if (length === undefined || Number(length) > smallBody) ofPictures(caller, call)
  }
  return { ofPictures, ofDrafts }
}
