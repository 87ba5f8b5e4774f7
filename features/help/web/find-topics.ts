import { normalised } from '#kit/normalised.ts'
import { plainText } from './article-text.tsx'
import type { Article, Topic } from './articles/article.ts'

export type Found = { article: Article; topic: Topic; excerpt: string }

const longest = 160

/** The topics that contain every word, or words that begin so; those with all of them in the title come first. */
export function findTopics(articles: readonly Article[], sought: string): Found[] {
  const words = fold(sought).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => {
    const folded = ` ${fold(text)}`
    return words.every((word) => folded.includes(` ${word}`))
  }
  const found = articles.flatMap((article) =>
    article.topics.flatMap((topic) => {
      const texts = topic.text.flat().map(plainText)
      if (!has([article.title, topic.title, ...texts].join(' '))) return []
      const best = texts.find((text) => words.some((word) => ` ${fold(text)}`.includes(` ${word}`))) ?? texts[0]!
      return [{ article, topic, excerpt: shortened(best), first: has(topic.title) }]
    }),
  )
  return [...found.filter(({ first }) => first), ...found.filter(({ first }) => !first)].map(
    ({ article, topic, excerpt }) => ({ article, topic, excerpt }),
  )
}

/** Lower case, without accents and punctuation; hyphens and points part words, except in “Z39.50”. */
const fold = (text: string) =>
  normalised(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.*?]+/gu, ' ')
    .replace(/[.?*]+(?=\s|$)/g, '')
    .trim()

const shortened = (text: string) =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/\s\S*$/, '')} …`
