/** Storage whose names begin so is deleted when anyone signs out. */
export const untilSignOut = 'until-sign-out '
/** Deleted when this person signs out: on a shared device it outlives the sessions of others. */
export const untilSignOutOf = (person: string) => `until-sign-out-of ${person} `

export function forgetUntilSignOut(person = ''): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith(untilSignOut) || name.startsWith(untilSignOutOf(person))) storage.removeItem(name)
  } catch {
    // Storage is disabled: there is nothing to delete.
  }
}

/** Asks before signing out would lose something, if a part of the page has replaced it. */
export const signingOut = { mayLeave: async (): Promise<boolean> => true }
