import { markWords } from './marked-words.ts'

/** A text with the words that match a search highlighted. */
export function Marked({ text, words }: { text: string; words: string[] }) {
  let at = 0
  return markWords(text, words).map((part) => {
    at += part.text.length
    return part.marked ? <mark key={at}>{part.text}</mark> : part.text
  })
}
