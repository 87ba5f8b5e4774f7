import { passwordFault } from '#features/account/passwords/rules.ts'
import type { Problem } from '#kit/problem.ts'
import type { NewPassword } from './new-password-fields.tsx'

export const mustMatch = 'Both password fields must match'
export const updated = 'Your password has been updated.'
export const cannotUpdate = 'Error: Unable to update password. Please contact your administrator.'

const sentences: Record<string, string> = {
  password_used: "The password that you've entered has been used before. Please choose another password.",
  password_too_short: 'Password length must be atleast 14 characters',
  password_too_plain: 'Password must contain at least one upper case character, one lower case character, one number',
  password_too_long: 'Password length must be at most 1024 characters',
  password_common: 'This password is easily guessed. Please choose another one.',
}

/** What the page itself can see. */
export function faultsOf({ password, again }: NewPassword): Partial<NewPassword> {
  const fault = passwordFault(password)
  return {
    ...(fault ? { password: sentences[fault]! } : {}),
    ...(password === again ? {} : { again: mustMatch }),
  }
}

/** What the server said against a password; undefined where it said something else. */
export const sentenceOn = ({ code }: Problem): string | undefined => sentences[code]
