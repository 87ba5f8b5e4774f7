import { defaultLanguage, messagesOf } from '#kit/messages.ts'
import { english } from './english.ts'
import { maori } from './maori.ts'

export const messages = messagesOf(english, {}, maori)
export const words = messages.wordsIn(defaultLanguage)
