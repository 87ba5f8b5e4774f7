import { CopyButton } from '#ui/copy-button.tsx'

/** A value to enter in a library system, with a button that copies it. */
export const CodeFact = ({ name, text, copy }: { name: string; text: string; copy: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{text}</code>
      <CopyButton text={text} label={copy} />
    </dd>
  </>
)
