import type { HumanAction, HumanCheck } from '../contract.ts'

export type Answered = {
  /** The same for the same puzzle, however its answer is written. */
  id: string
  /** From then on the same answer is refused for its age. */
  expiresAt: Date
}

/** Tells people from programs. */
export type HumanCheckPort = {
  /** What the page shows and solves. */
  ask(action: HumanAction, now: Date): Promise<HumanCheck>
  /**
   * Undefined where the answer is wrong, too old, for another action, or no answer at all. Throws where it cannot be
   * found out. That an answer is good once only is for the caller to see to.
   */
  check(answer: string, action: HumanAction, now: Date): Promise<Answered | undefined>
}
