import { useEffect } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { replaceWith } from '#kit/web/history.ts'

/** In the place of a school's first screen: those who are not of its staff begin at a place of their own. */
export function OwnBeginning({ me }: { me: CurrentUser }) {
  useEffect(() => replaceWith(me.customer === null ? '/desk' : '/discover'), [me])
  return null
}
