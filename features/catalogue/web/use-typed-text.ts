import { type RefObject, useEffect, useState } from 'react'

/**
 * The words in a field and whether a list for them may stand open: from the first key on, and in the empty field from
 * the moment it takes focus; not after it was left or its search was sent.
 */
export function useTypedText(box: RefObject<HTMLInputElement | null>, touched: RefObject<boolean>) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const field = box.current
    if (!field) return
    const show = () => {
      setText(field.value.trim())
      setOpen(true)
    }
    const look = () => {
      if (field.value.trim() === '') show()
    }
    const hide = () => setOpen(false)
    field.addEventListener('input', show)
    field.addEventListener('focus', look)
    field.addEventListener('blur', hide)
    field.form?.addEventListener('submit', hide)
    if (document.activeElement === field) touched.current ? show() : look()
    return () => {
      field.removeEventListener('input', show)
      field.removeEventListener('focus', look)
      field.removeEventListener('blur', hide)
      field.form?.removeEventListener('submit', hide)
    }
  }, [box, touched])
  const show = () => {
    setText(box.current?.value.trim() ?? '')
    setOpen(true)
  }
  return { text, open, show, hide: () => setOpen(false) }
}
