import type { Problem } from '#kit/problem.ts'

/** Resolves once the person has proved who they are; rejects if they decline. */
export type Ask = () => Promise<void>
/** The session has ended, or the call requires a fresh proof or a second factor. */
export type Unsure = 'sign_in_required' | 'proof_needed' | 'second_factor_needed'

/** Set by the shell to ask the person; without it the code is that of a Problem like any other. */
export const asks: { [code in Unsure]?: Ask } = {}
const asking: Record<string, Promise<void>> = {}

/** Makes a call; if it requires sign-in or proof, asks once for all waiting calls and retries. */
export async function afterAsking<T>(make: () => Promise<T>, answer?: string): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const { code } = error as Problem
    const ask = asks[code as Unsure]
    if (!ask || code === answer) throw error
    asking[code] ??= ask().finally(() => delete asking[code])
    await asking[code].catch(() => {
      throw error
    })
    return afterAsking(make, code)
  }
}
