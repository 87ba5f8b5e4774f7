export type Difference = { kind: string; count: number; examples: string[] }

/** Collects differences by kind and keeps the first few of each kind. */
export class Findings {
  private readonly byKind = new Map<string, Difference>()
  private readonly maxExamples: number

  constructor(maxExamples = 5) {
    this.maxExamples = maxExamples
  }

  note(kind: string, example: string, count = 1) {
    let found = this.byKind.get(kind)
    if (!found) {
      found = { kind, count: 0, examples: [] }
      this.byKind.set(kind, found)
    }
    found.count += count
    if (found.examples.length < this.maxExamples) found.examples.push(example)
  }

  get differences(): Difference[] {
    return [...this.byKind.values()]
  }
}
