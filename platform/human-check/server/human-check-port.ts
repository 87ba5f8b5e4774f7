import type { HumanAction, HumanCheck } from '../contract.ts'

export type Answered = {
  /** Identifies the puzzle, however its answer is encoded. */
  id: string
  /** When the answer expires. */
  expiresAt: Date
}

/** Distinguishes people from programs. */
export type HumanCheckPort = {
  /** The check for the page to show and solve. */
  ask(action: HumanAction, now: Date): Promise<HumanCheck>
  /**
   * Undefined if the answer is wrong, expired, for another action, or missing. Throws if it cannot be verified. The
   * caller must ensure that an answer is used only once.
   */
  check(answer: string, action: HumanAction, now: Date): Promise<Answered | undefined>
}
