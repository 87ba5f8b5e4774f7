import { useEffect, useState } from 'react'
import { useLatestReply } from '#kit/web/use-api.ts'
import { markWords } from '#ui/marked-words.ts'
import { type HeadingSource, headingsApi } from '../contract.ts'

const pauseMs = 150
const most = 8

/** The subject headings that hold what was typed, its last word being a beginning, once the typing pauses. */
export function useHeadingsBeginning(typed: string) {
  const asked = usePaused(typed.trim())
  const plain = asked.toLowerCase().match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []
  const words = plain.map((word, i) => (i === plain.length - 1 ? `${word}*` : word))
  const bodybuilderquery = JSON.stringify({
    query: {
      bool: {
        must: [{ query_string: { query: words.join(' '), default_operator: 'and', analyze_wildcard: true } }],
        filter: [{ term: { isSubject: true } }],
      },
    },
    size: most,
  })
  const enabled = words.length > 0
  const { reply, problem } = useLatestReply(headingsApi.searchHeadings, { bodybuilderquery }, { enabled })
  // A list that cannot be read offers nothing: Enter still searches, and says why not.
  const hits = enabled && !problem && typed.trim() !== '' ? (reply?.hits.hits ?? []) : []
  const headings = hits.map(({ _source }) => ({
    recordId: _source.recordId,
    heading: _source.heading,
    scheme: _source.topicAuthority,
    variant: variantThatAnswers(_source, words),
  }))
  return { headings, words }
}

/** Where the words are not in the heading itself, the form in which they are. */
function variantThatAnswers({ heading, variants }: HeadingSource, words: string[]) {
  const answers = (text: string) => words.every((word) => markWords(text, [word]).some(({ marked }) => marked))
  return answers(heading) ? undefined : variants.find(answers)
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
