import { expect, test } from 'vitest'
import { childrenNamed, onlyChild, readSamlXml } from './saml-xml.ts'

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)

test('an element has the name of its namespace, regardless of its prefix', () => {
  const { name, children } = readSamlXml('<x:a xmlns:x="urn:one"><y:b xmlns:y="urn:two"/><b/></x:a>')
  expect([name, ...children.map((each) => each.name)]).toEqual(['{urn:one}a', '{urn:two}b', '{}b'])
})

test('its text is all that stands directly in it, CDATA included', () => {
  const root = readSamlXml('\n<a> one <b>two</b><![CDATA[<three>]]>&amp;</a>\n')
  expect([root.text, root.children[0]!.text]).toEqual([' one <three>&', 'two'])
})

test('attributes of another namespace cannot pass for its own', () => {
  const root = readSamlXml('<a xmlns:x="urn:x" x:Version="1" Version="2" x:Other="3"/>')
  expect(root.attributes).toEqual({ Version: '2' })
})

test('a document is nested at most 60 deep', () => {
  expect(readSamlXml(nested(60)).children).toHaveLength(1)
  expect(() => readSamlXml(nested(61))).toThrow('nested too deeply')
})

test('a document has at most 2,000 elements, and 8,000 attributes, 50 of them in one', () => {
  const elements = (count: number, attributes = '') => `<a>${`<b${attributes}/>`.repeat(count - 1)}</a>`
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => ` c${at}=""`).join('')
  const namespaces = (count: number) => attributes(count).replaceAll(' c', ' xmlns:c').replaceAll('""', '"urn:c"')
  expect(readSamlXml(elements(2000)).children).toHaveLength(1999)
  expect(() => readSamlXml(elements(2001))).toThrow('it has more than 2,000 elements')
  expect(readSamlXml(elements(161, attributes(50))).children).toHaveLength(160)
  expect(() => readSamlXml(elements(162, attributes(50)))).toThrow('it has more than 8,000 attributes')
  for (const given of [attributes(51), namespaces(51), attributes(26) + namespaces(25)])
    expect(() => readSamlXml(elements(2, given))).toThrow('an element has more than 50 attributes')
})

test.each([
  ['with a document type', '<!DOCTYPE a><a/>', 'document type'],
  ['that ends too early', '<a><b></b>', 'unclosed tag'],
  ['with an entity of its own', '<a>&mine;</a>', 'entity'],
  ['with a prefix that is not declared', '<x:a/>', 'unbound namespace prefix'],
  ['with two roots', '<a/><a/>', 'only one root'],
  ['without any element', '', 'root element'],
])('a document %s is refused', (_, xml, reason) => {
  expect(() => readSamlXml(xml)).toThrow(reason)
})

test('a child that must be there once is missed if absent, and refused if there are two', () => {
  const root = readSamlXml('<a xmlns="urn:a"><b/><c/><c/></a>')
  expect(onlyChild(root, '{urn:a}b').name).toBe('{urn:a}b')
  expect(() => onlyChild(root, '{urn:a}d')).toThrow('it has no d')
  expect(() => onlyChild(root, '{urn:a}c')).toThrow('it has more than one c')
  expect(childrenNamed(root, '{urn:a}c')).toHaveLength(2)
})
