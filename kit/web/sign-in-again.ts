import { Problem } from '#kit/problem.ts'

/** Resolves when somebody has signed in, rejects when they would not. */
type Ask = () => Promise<void>

let ask: Ask | undefined
let asking: Promise<void> | undefined

/** The shell says how a person is asked; without it an ended session is a Problem like any other. */
export function askToSignInBy(asker: Ask | undefined): void {
  ask = asker
}

/** Makes a call; when the session has ended in the middle of work, asks once for all waiting calls and makes it again. */
export async function afterSignIn<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!ask || !(error instanceof Problem) || error.code !== 'sign_in_required') throw error
    asking ??= ask().finally(() => {
      asking = undefined
    })
    await asking.catch(() => {
      throw error
    })
    return make()
  }
}
