/** A value, and the ids of the people and schools whose rows it is made of. */
export type Made<T> = { value: T; of: readonly string[] }

/**
 * The value that `make` last made under this key, or a new one if a row that it was made of has changed, or if it no
 * longer `lasts`. Callers share it: they must not change it. `undefined` is made again each time.
 */
export type Recall = <T>(
  key: string,
  make: () => Promise<Made<T> | undefined>,
  lasts?: (value: T) => boolean,
) => Promise<T | undefined>

/** Announcements of changed rows, by this process and others. */
export type Changes = {
  /**
   * Whether everything that was committed a second ago has been announced. What this process commits is announced before
   * its statement or transaction returns.
   */
  areKnown(): boolean | Promise<boolean>
  close(): Promise<void>
}

export type ChangeListener = {
  /** Rows of this person or school have changed; of anybody if it is ''. */
  changed(id: string): void
  /** Announcements may have been lost. */
  missed(): void
}

/** Keeps nothing: for programs that answer no calls. */
export const noRecall: { recall: Recall; close(): Promise<void> } = {
  recall: async (_, make) => (await make())?.value,
  close: async () => {},
}

/** Keeps at most `max` values, those used last. */
export async function openRecall(
  follow: (listener: ChangeListener) => Promise<Changes>,
  { max = 20_000 } = {},
): Promise<typeof noRecall> {
  const kept = new Map<string, Made<unknown>>()
  const keysOf = new Map<string, Set<string>>()
  /** A value that was being made during one may be older than it. */
  let announcements = 0

  const drop = (key: string) => {
    for (const id of kept.get(key)?.of ?? []) {
      const keys = keysOf.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(id)
    }
    kept.delete(key)
  }
  const keep = (key: string, made: Made<unknown>) => {
    drop(key)
    kept.set(key, made)
    for (const id of made.of) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key))
    if (kept.size > max) drop(kept.keys().next().value!)
  }
  const dropAll = () => {
    announcements += 1
    kept.clear()
    keysOf.clear()
  }

  const changes = await follow({
    changed: (id) => {
      if (id === '') return dropAll()
      announcements += 1
      for (const key of [...(keysOf.get(id) ?? [])]) drop(key)
    },
    missed: dropAll,
  })
  return {
    recall: async <T>(
      key: string,
      make: () => Promise<Made<T> | undefined>,
      lasts: (value: T) => boolean = () => true,
    ) => {
      const known = changes.areKnown()
      if (known !== true && !(await known)) return (await make())?.value
      const found = kept.get(key) as Made<T> | undefined
      if (found && lasts(found.value)) {
        // The one used last is the last to be dropped.
        kept.delete(key)
        kept.set(key, found)
        return found.value
      }
      const before = announcements
      const made = await make()
      if (made && announcements === before) keep(key, made)
      return made?.value
    },
    close: () => changes.close(),
  }
}
