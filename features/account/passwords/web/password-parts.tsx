/** Choosing a password, apart from what the shell needs of the account. */
export { type NewPassword, NewPasswordFields, newPasswordIds } from './new-password-fields.tsx'
export { faultsOf as passwordFaultsOf, sentenceOn as passwordSentenceOn } from './password-words.ts'
