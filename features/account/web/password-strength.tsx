import { useEffect, useState } from 'react'
import { fewestGuesses, wordsAbout } from '#features/account/password-rules.ts'

type Strength = 0 | 1 | 2 | 3 | 4

const words: Record<Strength, string> = {
  0: '',
  1: 'Easily guessed: it will not be taken',
  2: 'Could be guessed with some effort',
  3: 'Hard to guess',
  4: 'Very hard to guess',
}
/** Nobody reads while typing fast. */
const pauseMs = 120

/** How easily it would be guessed. What knows that is large, and comes once somebody types. */
export function PasswordStrength({ password, about }: { password: string; about: string[] }) {
  const [strength, setStrength] = useState<Strength>(0)
  const known = about.join('\n')
  useEffect(() => {
    if (password === '') return setStrength(0)
    let gone = false
    const timer = setTimeout(async () => {
      // A hint only: where it cannot be fetched, the server still decides.
      const guessing = await import('#features/account/guessing.ts').catch(() => undefined)
      if (!gone && guessing) setStrength(strengthOf(guessing.guessesNeeded(password, wordsAbout(known.split('\n')))))
    }, pauseMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [password, known])
  return (
    <div className="password-strength" data-strength={strength}>
      <span className="bars" aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </span>
      <span role="status">{words[strength]}</span>
    </div>
  )
}

const strengthOf = (guesses: number): Strength =>
  guesses < fewestGuesses ? 1 : guesses < 1e11 ? 2 : guesses < 1e14 ? 3 : 4
