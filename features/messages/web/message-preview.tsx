import { Megaphone } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { MessageForm } from './message-form.ts'
import { MessageText } from './message-text.tsx'
import { Message } from './messages-dialog.tsx'

/** As people will see it, while it is written. */
export function MessagePreview({ form }: { form: MessageForm }) {
  const label = useId()
  const { messageType, messageDesc, content, icon } = form
  if (messageDesc.trim() === '' && content.trim() === '') return null
  return (
    <section className="message-preview" aria-labelledby={label}>
      <h3 id={label}>As it is shown</h3>
      {messageType === 'BANNER' ? (
        <div className="site-banner">
          <div>
            <Icon of={Megaphone} />
            <MessageText text={content} />
          </div>
        </div>
      ) : (
        <ul className="messages">
          <Message message={{ messageType, messageDesc, content, icon }} />
        </ul>
      )}
    </section>
  )
}
