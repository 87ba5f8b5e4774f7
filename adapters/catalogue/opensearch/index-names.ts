/** The names of a portal's indices; several portals can share one cluster by different prefixes. */
export type IndexNames = {
  /** The alias for searching records; its filter passes only the visible ones, see visible.ts. */
  records: string
  /** The alias of the headings. */
  headings: string
  /** The writer's lease. */
  state: string
}

export const indexNames = (prefix: string): IndexNames => ({
  records: `${prefix}-records`,
  headings: `${prefix}-headings`,
  state: `${prefix}-state`,
})

/** The index behind an alias: a rebuild makes the next number. */
export const numbered = (alias: string, number: number): string => `${alias}-${number}`

export const numberOf = (index: string): number => Number(/-(\d+)$/.exec(index)?.[1] ?? 0)
