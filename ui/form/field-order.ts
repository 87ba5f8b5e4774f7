/** Faults in the order of their fields on the page, as they are read and corrected; those without a field first. */
export function inFieldOrder<T>(faults: readonly T[], idOf: (fault: T) => string | undefined): T[] {
  const fieldOf = (fault: T) => document.getElementById(idOf(fault) ?? '')
  return [...faults].sort((one, other) => {
    const [first, second] = [fieldOf(one), fieldOf(other)]
    if (!first || !second || first === second) return Number(first !== null) - Number(second !== null)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

/** Moves the focus to the first of these fields on the page. */
export const focusFirst = (ids: readonly string[]): void =>
  inFieldOrder(ids, (id) => id)
    .map((id) => document.getElementById(id))
    .find((field) => field !== null)
    ?.focus()
