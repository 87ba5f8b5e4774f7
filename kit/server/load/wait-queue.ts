/** Fewer than these wait without anybody being turned away: a slow answer is better than none. */
const fewest = 4

/**
 * Those who wait for something, and how long the next one of a client would have to. Clients take turns, as in a
 * `FairQueue`; where nobody names a client, all are one and wait in the order of their coming.
 */
export class WaitQueue {
  private readonly now: () => number
  /** Of each client that waits, since when, by place. */
  private readonly clients = new Map<string, Map<number, number>>()
  private next = 0
  private size = 0
  private lastLeftAt = 0
  /** Milliseconds from one who leaves to the next, while somebody waits. */
  private pace = 0

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** To be called when the waiting is over, however it ends; more than once does no harm. */
  enter(client = ''): () => void {
    const place = this.next++
    const own = this.clients.get(client) ?? new Map<number, number>()
    this.clients.set(client, own.set(place, this.now()))
    this.size++
    return () => {
      const entered = own.get(place)
      if (entered === undefined) return
      own.delete(place)
      this.size--
      if (own.size === 0 && this.clients.get(client) === own) this.clients.delete(client)
      const left = this.now()
      this.pace += (left - Math.max(entered, this.lastLeftAt) - this.pace) / 20
      this.lastLeftAt = left
    }
  }

  /**
   * How long the one of this client waits who has waited longest, how long the next one will, or how long nobody's turn
   * has come, whichever is most. Milliseconds.
   */
  waitMs(client = ''): number {
    if (this.size < fewest) return 0
    const own = this.clients.get(client) ?? new Map<number, number>()
    let ahead = own.size
    let first = Number.POSITIVE_INFINITY
    for (const others of this.clients.values()) {
      first = Math.min(first, firstOf(others))
      if (others !== own) ahead += Math.min(others.size, own.size + 1)
    }
    const now = this.now()
    const stalled = now - Math.max(first, this.lastLeftAt)
    return Math.max(own.size > 0 ? now - firstOf(own) : 0, stalled, ahead * this.pace)
  }
}

const firstOf = (waiting: Map<number, number>): number => waiting.values().next().value!
