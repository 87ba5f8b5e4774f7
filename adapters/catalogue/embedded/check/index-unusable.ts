/** The index cannot be read; it can be rebuilt from the records. */
export class IndexUnusable extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`${reason}; run npm run catalogue -- rebuild.`)
    this.reason = reason
  }
}
