import type { Problem } from '#kit/problem.ts'

/** Resolves when somebody has shown who they are, rejects when they would not. */
export type Ask = () => Promise<void>
/** The session has ended; or it goes on, and the call wants to be sure who sits there, or more than the password. */
export type Unsure = 'sign_in_required' | 'proof_needed' | 'second_factor_needed'

/** The shell says how a person is asked; without it the code is that of a Problem like any other. */
export const asks: { [code in Unsure]?: Ask } = {}
const asking: Record<string, Promise<void>> = {}

/** Makes a call; when it is to be known who is there, asks once for all waiting calls and makes it again. */
export async function afterAsking<T>(make: () => Promise<T>, asked?: string): Promise<T> {
  try {
    return await make()
  } catch (error) {
    const { code } = error as Problem
    const ask = asks[code as Unsure]
    if (!ask || code === asked) throw error
    asking[code] ??= ask().finally(() => delete asking[code])
    await asking[code].catch(() => {
      throw error
    })
    return afterAsking(make, code)
  }
}
