import './text-button.css'
import type { ComponentProps } from 'react'

/** An action within a sentence or a table's cell, where a whole button would shout. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={['text-button', className].filter(Boolean).join(' ')} />
}
