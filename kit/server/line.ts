/** Fewer than these wait without anybody being turned away: a slow answer is better than none. */
const fewest = 4

/** Those who wait for something, in the order of their coming, and how long the next one would have to. */
export class Line {
  private readonly now: () => number
  private readonly since = new Map<number, number>()
  private next = 0
  private lastLeftAt = 0
  /** Milliseconds from one who leaves to the next, while somebody waits. */
  private pace = 0

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** To be called when the waiting is over, however it ends; more than once does no harm. */
  enter(): () => void {
    const place = this.next++
    this.since.set(place, this.now())
    return () => {
      const entered = this.since.get(place)
      if (entered === undefined) return
      this.since.delete(place)
      const left = this.now()
      this.pace += (left - Math.max(entered, this.lastLeftAt) - this.pace) / 20
      this.lastLeftAt = left
    }
  }

  /** How long the one waits who has waited longest, or how long the last one will, whichever is more. Milliseconds. */
  waitMs(): number {
    const [first] = this.since.values()
    if (first === undefined || this.since.size < fewest) return 0
    return Math.max(this.now() - first, this.since.size * this.pace)
  }
}
