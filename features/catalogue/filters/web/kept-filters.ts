/** The filters of the last search, while their switch is on; and `editions=grouped`, while editions are grouped. */
type PartName = 'kept-filters' | 'results-editions'

/**
 * A part of the last search as it is in an address, while the person keeps it for the next; otherwise undefined. The
 * search box of every screen reads both, so they are text.
 */
export function keptPart(name: PartName): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Ends with undefined. */
export function keepPart(name: PartName, part: string | undefined): void {
  try {
    if (part === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, part)
  } catch {
    // Storage is disabled: each search begins without filters, and with every edition.
  }
}
