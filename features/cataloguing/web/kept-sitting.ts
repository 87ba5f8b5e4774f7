import type { Scan } from './scan-words.ts'

const name = 'check-in-sitting'
const most = 200

/** The scans of this sitting, which outlive a reload of the page and end with its window. */
export function keptSitting(): readonly Scan[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? (kept as Scan[]) : []
  } catch {
    return []
  }
}

export function keepSitting(scans: readonly Scan[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(scans.slice(0, most)))
  } catch {
    // Storage is switched off, or full: the list lives as long as the page.
  }
}
