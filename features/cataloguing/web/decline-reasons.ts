import type { ShownWork } from './work-words.ts'

type Ready = {
  name: string
  text: string
  fits?: (work: Pick<ShownWork, 'physicalResource' | 'resourceType'>) => boolean
}

const ready: Ready[] = [
  {
    name: 'Too little to go by',
    text: 'What was sent is not enough to catalogue this item. Please send a new request with pictures of its title page and the back of that page, or with its standard number.',
  },
  {
    name: 'Parcel has not come',
    text: 'The item has not reached us. Please ask whoever carried the parcel, and send a new request when it has been found.',
    fits: ({ physicalResource }) => physicalResource,
  },
  {
    name: 'Address does not open',
    text: 'The address does not open for us, or asks to sign in. Please send a new request with an address that everybody can open.',
    fits: ({ physicalResource }) => !physicalResource,
  },
  {
    name: 'Not the item described',
    text: 'The item that has come is not the one that was described. It goes back to you; please send a new request for it.',
    fits: ({ physicalResource }) => physicalResource,
  },
  {
    name: 'Asked for twice',
    text: 'You have asked for this item in another request as well, and get the record there.',
  },
  {
    name: 'Outside our catalogue',
    text: 'The catalogue does not take in material of this kind, so there will be no record of it.',
  },
]

/** Reasons that are given often, as far as they can be true of this one. */
export const reasonsFor = (work: Pick<ShownWork, 'physicalResource' | 'resourceType'>): Omit<Ready, 'fits'>[] =>
  ready.filter(({ fits }) => fits?.(work) ?? true)
