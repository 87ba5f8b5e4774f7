import { useState } from 'react'

/** A small cover; the title’s initials if the record has none. */
export function RecordCover({ title, imageFileName }: { title: string; imageFileName: string }) {
  const [broken, setBroken] = useState(false)
  if (imageFileName === '' || broken)
    return (
      <span className="thumb" aria-hidden>
        {initials(title)}
      </span>
    )
  return (
    <img
      className="thumb"
      src={`/covers/${encodeURIComponent(imageFileName)}?width=80`}
      alt=""
      width={36}
      height={54}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

/** `The 101 dalmatians` → `101`, `The hundred and one dalmatians` → `HO`. */
function initials(title: string) {
  const words = title.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/^(the|a|an|of|and)$/iu.test(word)) ?? []
  if (/^\p{N}/u.test(words[0] ?? '')) return words[0]!.slice(0, 4)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toLocaleUpperCase())
    .join('')
}
