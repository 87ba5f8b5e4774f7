import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { InScript, InScriptContext } from './in-script.tsx'

afterEach(cleanup)

const twins = [
  { of: 'Keter', text: 'כתר', lang: 'he' },
  { of: 'Mir', text: 'Мир', lang: '' },
]
const shown = (of: string) =>
  render(
    <InScriptContext value={twins}>
      <p>
        {of}
        <InScript of={of} />
      </p>
    </InScriptContext>,
  ).container.querySelector('p')!

test('a text is beside its Latin form, isolated, with its language', () => {
  const paragraph = shown('Keter')
  expect(paragraph.textContent).toBe('Keter\u2002כתר')
  expect(paragraph.querySelector('bdi')?.lang).toBe('he')
})

test('an unknown language is not named', () => {
  expect(shown('Mir').querySelector('bdi')?.hasAttribute('lang')).toBe(false)
})

test('a text without another script stands alone', () => {
  expect(shown('Am Oved').textContent).toBe('Am Oved')
})
