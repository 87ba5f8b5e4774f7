import { defaultLanguage, messagesOf } from '#kit/messages.ts'
import { english } from './messages/english.ts'
import { maori } from './messages/maori.ts'

export const messages = messagesOf(english, {}, maori)
export const words = messages.wordsIn(defaultLanguage)
