import type { Payload } from 'altcha-lib'
import { z } from 'zod'
import { Puzzle } from '../contract.ts'

const Answer = z.object({
  challenge: Puzzle,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** The format of ALTCHA's own widget: JSON in base64. Undefined for anything else. */
export function readAnswer(answer: string): (z.infer<typeof Answer> & Payload) | undefined {
  try {
    const read = Answer.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8')))
    return read.success ? (read.data as z.infer<typeof Answer> & Payload) : undefined
  } catch {
    return undefined
  }
}
