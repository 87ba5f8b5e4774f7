export const shortestPassword = 14
/** Longer ones are refused before they cost anything; shorter ones are never cut. */
export const maxPasswordLength = 1024
/** So many passwords of a person may not come again, the one that holds counted. */
export const passwordsRemembered = 3

/** What each part of the rule asks of a password. Letters of every script count. */
export const passwordParts = {
  length: (password: string) => [...password.normalize('NFC')].length >= shortestPassword,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
}

/** Which rule a new password breaks; what it was before, and how common it is, only the server knows. */
export function passwordFault(
  password: string,
): 'password_too_long' | 'password_too_short' | 'password_too_plain' | null {
  // In the server's own measure: a letter may be two units, or be made of two.
  if (password.length > maxPasswordLength) return 'password_too_long'
  if (!passwordParts.length(password)) return 'password_too_short'
  const { upper, lower, digit } = passwordParts
  return [upper, lower, digit].every((part) => part(password)) ? null : 'password_too_plain'
}

export const maxNameLength = 80

/** A first or last name as it is kept: one line without spaces around it. */
export const plainName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Fewer guesses than this and a password counts as a common one, whatever letters it is made of. */
export const fewestGuesses = 1e9

/** The words of somebody's names and addresses that stand in many of their passwords. */
export const wordsAbout = (texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, ...text.split(/[\s@._-]+/)]).filter((word) => [...word].length > 2)),
]
