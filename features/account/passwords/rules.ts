import { normalised } from '#kit/normalised.ts'

export const shortestPassword = 14
/** Longer ones are refused before hashing; none is ever truncated. */
export const maxPasswordLength = 1024
/** How many passwords of a person may not be reused, the current one included. */
export const passwordsRemembered = 3

/** The parts of the password rule. Letters of every script count. */
export const passwordParts = {
  length: (password: string) => [...normalised(password, 'NFC')].length >= shortestPassword,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
}

/** The rule that a new password breaks. Reuse and common passwords are checked on the server only. */
export function passwordFault(
  password: string,
): 'password_too_long' | 'password_too_short' | 'password_too_plain' | null {
  // Counted in UTF-16 units, as on the server: one letter may be two units or two code points.
  if (password.length > maxPasswordLength) return 'password_too_long'
  if (!passwordParts.length(password)) return 'password_too_short'
  const { upper, lower, digit } = passwordParts
  return [upper, lower, digit].every((part) => part(password)) ? null : 'password_too_plain'
}

export const maxNameLength = 80

/** Normalises a first or last name: one line, no surrounding spaces. */
export const plainName = (text: string): string =>
  normalised(text, 'NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A password that needs fewer guesses counts as common, no matter which letters it has. */
export const fewestGuesses = 1e9

/** The words of someone's names and addresses that are likely to be in their passwords. */
export const wordsAbout = (texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, ...text.split(/[\s@._-]+/)]).filter((word) => [...word].length > 2)),
]
