/** Where a portal's indices are found; several portals may share one cluster by different prefixes. */
export type IndexNames = {
  /** The alias that records are searched by; it lets through what is visible, see visible.ts. */
  records: string
  /** The alias of the headings. */
  headings: string
  /** Who may write. */
  state: string
}

export const indexNames = (prefix: string): IndexNames => ({
  records: `${prefix}-records`,
  headings: `${prefix}-headings`,
  state: `${prefix}-state`,
})

/** The index behind an alias: a rebuild makes the next. */
export const numbered = (alias: string, number: number): string => `${alias}-${number}`

export const numberOf = (index: string): number => Number(/-(\d+)$/.exec(index)?.[1] ?? 0)
