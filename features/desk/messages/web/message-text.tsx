/** Plain text: each line is a paragraph; web and mail addresses become links. */
export function MessageText({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className="message-text py-6 stack gap-6 anywhere">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
        <p key={at}>{linked(line)}</p>
      ))}
    </div>
  )
}

/** Excludes punctuation at the end of a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

const linked = (line: string) =>
  line.split(address).map((part, at) => {
    if (at % 2 === 0) return part
    const isWeb = /^https?:/.test(part)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <a key={at} href={isWeb ? part : `mailto:${part}`} {...(isWeb ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {part}
      </a>
    )
  })
