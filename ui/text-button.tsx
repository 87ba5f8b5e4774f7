import './text-button.css'
import type { ComponentProps } from 'react'

/** An inline action in a sentence or table cell, less prominent than a button. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={['text-button', className].filter(Boolean).join(' ')} />
}
