type Waiting<T> = { client: string; item: T }

/** A round-robin queue over clients: a busy client waits behind itself, not before the others. */
export class FairQueue<T> {
  /** Lines in the order of their turns. */
  private readonly lines = new Map<string, T[]>()

  get size(): number {
    let size = 0
    for (const waitQueue of this.lines.values()) size += waitQueue.length
    return size
  }

  push(client: string, item: T): void {
    const waitQueue = this.lines.get(client)
    if (waitQueue) waitQueue.push(item)
    else this.lines.set(client, [item])
  }

  /** Removes the next item. Clients that may not go now keep their turn. */
  shift(mayGo: (client: string) => boolean = () => true): Waiting<T> | undefined {
    for (const [client, waitQueue] of this.lines) {
      if (!mayGo(client)) continue
      const item = waitQueue.shift()!
      this.lines.delete(client)
      if (waitQueue.length > 0) this.lines.set(client, waitQueue)
      return { client, item }
    }
    return undefined
  }

  /** False if it is not in the queue. */
  remove(item: T): boolean {
    for (const [client, waitQueue] of this.lines) {
      const place = waitQueue.indexOf(item)
      if (place < 0) continue
      waitQueue.splice(place, 1)
      if (waitQueue.length === 0) this.lines.delete(client)
      return true
    }
    return false
  }

  /** Removes all items. */
  clear(): T[] {
    const all = [...this.lines.values()].flat()
    this.lines.clear()
    return all
  }
}
