import { expect, test } from 'vitest'
import { xmlLines } from './xml-lines.ts'

test('each element is on its own line, nested ones indented, text beside its element', () => {
  const xml = '<?xml version="1.0"?>\n<a x="1">\n<b><c>Birds &amp; bees</c><d/><c> two\nlines</c></b><e></e>\n</a>\n'
  expect(xmlLines(xml).split('\n')).toEqual([
    '<?xml version="1.0"?>',
    '<a x="1">',
    '  <b>',
    '    <c>Birds &amp; bees</c>',
    '    <d/>',
    '    <c> two',
    'lines</c>',
    '  </b>',
    '  <e></e>',
    '</a>',
  ])
})
