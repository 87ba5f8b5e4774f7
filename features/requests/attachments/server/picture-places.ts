import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Coming } from '#kit/server/serve.ts'
import { requestProblem } from '../../contract.ts'

const maxOfSchool = 2
/** Per process: each call holds its body, text and pictures in memory. */
const maxOfAll = 24
/** Bytes up to which a body has no pictures worth limiting. */
const smallBody = 64 * 1024

type TakePlace = (caller: SchoolCaller, call: Coming) => void
type Places = {
  /** Two concurrent calls per school. */
  ofPictures: TakePlace
  /** Place for calls that rarely bring pictures: small bodies need none. */
  ofDrafts: TakePlace
}

const opened = new WeakMap<object, Places>()

/** Limits calls with pictures, before their bodies are read. All such calls of the process share the limit. */
export function picturePlaces(app: object): Places {
  const places = opened.get(app) ?? openPlaces()
  opened.set(app, places)
  return places
}

function openPlaces(): Places {
  const taken = new Map<string, number>()
  let all = 0
  const ofPictures: TakePlace = ({ customerId }, { reply }) => {
    const ofSchool = taken.get(customerId) ?? 0
    if (ofSchool >= maxOfSchool || all >= maxOfAll)
      throw requestProblem(ofSchool >= maxOfSchool ? 'too_many_at_once' : 'pictures_busy', { waitSeconds: 2 })
    taken.set(customerId, ofSchool + 1)
    all++
    // Fires too if the client disconnects early.
    reply.raw.once('close', () => {
      const left = taken.get(customerId)! - 1
      if (left > 0) taken.set(customerId, left)
      else taken.delete(customerId)
      all--
    })
  }
  const ofDrafts: TakePlace = (caller, call) => {
    const length = call.request.headers['content-length']
    if (length === undefined || Number(length) > smallBody) ofPictures(caller, call)
  }
  return { ofPictures, ofDrafts }
}
