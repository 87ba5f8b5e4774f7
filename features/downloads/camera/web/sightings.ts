export type SeenCode = { text: string; format: string }

/** A code that comes back after this long out of sight was shown again on purpose. */
const goneMs = 1500
/** Two sightings of a code without a check digit confirm each other only within this time. */
const soonMs = 1200

/** These have a check digit and a fixed length: one sighting is enough. */
const sure = /^(EAN13|UPCA)$/

/** Reports each code once, however many pictures show it. */
export function watchCodes() {
  const last = new Map<string, number>()
  const read = new Set<string>()
  return {
    /** `at` in milliseconds. `fresh` are read for the first time, `again` came back. */
    see(codes: readonly SeenCode[], at: number): { fresh: string[]; again: string[] } {
      const fresh: string[] = []
      const again: string[] = []
      for (const { text, format } of codes) {
        if (text === '') continue
        const before = last.get(text)
        last.set(text, at)
        if (read.has(text)) {
          if (before !== undefined && at - before > goneMs) again.push(text)
        } else if (sure.test(format) || (before !== undefined && at - before <= soonMs)) {
          read.add(text)
          fresh.push(text)
        }
      }
      return { fresh, again }
    },
  }
}
