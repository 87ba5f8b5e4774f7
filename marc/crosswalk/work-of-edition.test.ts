import { beforeAll, describe, expect, test } from 'vitest'
import type { DataField } from '../record.ts'
import { dataFiles, hasData, readAll } from '../testing.ts'
import { toDocument } from './crosswalk.ts'

/** `245 10 $aEmma :$ba novel` */
function fieldOf(text: string): DataField {
  const [tag = '', indicators = '', ...rest] = text.split(' ')
  const subfields = rest.join(' ').split('$').slice(1)
  return {
    ...{ tag, ind1: indicators.charAt(0), ind2: indicators.charAt(1) },
    subfields: subfields.map((each) => ({ code: each.charAt(0), value: each.slice(1).trim() })),
  }
}

/** For a printed book, unless `leader` says otherwise. `form`: 008/33. */
function workOf(fields: string[], { leader = 'am', form = '1' } = {}): string {
  const general = `260101s2001    at            000 ${form} eng d`
  return toDocument({
    leader: `00000n${leader} a2200000 a 4500`,
    fields: [{ tag: '008', value: general.padEnd(40) }, ...fields.map(fieldOf)],
  }).work
}

const pratchett = '100 1_ $aPratchett, Terry.'
const novel = [pratchett, '245 10 $aMen at arms /$cTerry Pratchett.']

test.each([
  ['years after the name', ['100 1_ $aPratchett, Terry,$d1948-2015.', '245 10 $aMen at arms']],
  ['an approximate year', ['100 1_ $aPratchett, Terry,$dborn 1948', '245 10 $aMen at arms']],
  ['a fuller form of the name', ['100 1_ $aPratchett, Terry$q(Terence David John)', '245 10 $aMen at arms']],
  ['a subtitle of fiction', [pratchett, '245 10 $aMen at arms :$ba novel of Discworld']],
  ['another edition', [pratchett, '245 10 $aMen at arms', '250 __ $aRev. ed.']],
  ['an abridged edition', [pratchett, '245 10 $aMen at arms', '250 __ $aAbridged ed.']],
  ['a complete edition', [pratchett, '245 10 $aMen at arms', '250 __ $aComplete & unabridged.']],
  ['a film tie-in', [pratchett, '245 10 $aMen at arms', '250 __ $aMovie tie-in ed.']],
  ['a TV tie-in', [pratchett, '245 10 $aMen at arms :$bthe TV tie-in edition']],
  ['a translation', [pratchett, '240 10 $aMen at arms.$lGerman', '245 10 $aHelle Barden']],
])('%s makes no other work', (_, fields) => {
  expect(workOf(fields)).toBe(workOf(novel))
})

test.each([
  ['a reading', 'im'],
  ['an electronic book', 'am'],
])('%s is the same work', (_, leader) => {
  expect(workOf([...novel, '338 __ $aonline resource'], { leader })).toBe(workOf(novel))
})

test.each([
  ['a play', [pratchett, '245 10 $aMen at arms :$bthe play']],
  ['a play by its statement of responsibility', [pratchett, '245 10 $aMen at arms /$cdramatised by Stephen Briggs']],
  ['an adaptation', [pratchett, '245 10 $aMen at arms /$cadapted by Stephen Briggs']],
  ['a graphic novel', [pratchett, '245 10 $aMen at arms :$ba graphic novel']],
  ['a graphic novel by its genre', [...novel, '655 _7 $aGraphic novels']],
  ['a study guide', [pratchett, '245 10 $aMen at arms :$bstudy guide']],
  ['a teacher’s edition', [...novel, "250 __ $aTeacher's ed."]],
  ['a retelling', [pratchett, '245 10 $aMen at arms :$bretold for young readers']],
  ['the screenplay', [pratchett, '245 10 $aMen at arms :$bthe screenplay']],
  ['selections', [pratchett, '240 10 $aMen at arms.$kSelections', '245 10 $aMen at arms :$bextracts']],
  ['a numbered part', [pratchett, '245 10 $aMen at arms.$nPart 2']],
  ['a named part', [pratchett, '245 10 $aMen at arms.$pThe clowns']],
  ['a book of a series in one subtitle', [pratchett, '245 10 $aMen at arms :$bbook two']],
  ['a year in the subtitle', [pratchett, '245 10 $aMen at arms :$bthe 1993 text']],
  ['another author', ['100 1_ $aKeegan, John.', '245 10 $aMen at arms']],
  ['several novels in one volume', [pratchett, '240 10 $aMen at arms', '245 10 $aMen at arms ;$bMort']],
  ['a trilogy', [pratchett, '240 10 $aMen at arms', '245 10 $aMen at arms :$bthe Watch trilogy']],
  ['a play beside its uniform title', [pratchett, '240 10 $aMen at arms', '245 10 $aMen at arms, the play']],
  ['the author’s collected novels', [pratchett, '240 10 $aNovels', '245 10 $aThe Watch trilogy']],
])('%s is another work', (_, fields) => {
  const work = workOf(fields)
  expect(work).not.toBe('')
  expect(work).not.toBe(workOf(novel))
})

test('a film, a map and a recording of music are not editions of a book', () => {
  const works = ['am', 'gm', 'em', 'jm', 'cm', 'rm'].map((leader) => workOf(novel, { leader }))
  expect(new Set(works).size).toBe(works.length)
})

test('a score and its recording are one work if both have its uniform title', () => {
  const brahms = ['100 1_ $aBrahms, Johannes', '240 10 $aConcertos,$mpiano,$nno. 2,$rB flat major']
  const score = workOf([...brahms, '245 10 $aPiano concerto no. 2'], { leader: 'cm' })
  expect(workOf([...brahms, '245 10 $aZweites Klavierkonzert'], { leader: 'jm' })).toBe(score)
  const others = ['100 1_ $aBrahms, Johannes', '240 10 $aConcertos,$mpiano', '245 14 $aThe piano concertos']
  expect(workOf(others, { leader: 'jm' })).toBe('brahms johannes / piano concertos + music recording')
})

test('the initial at the end of a name stays', () => {
  expect(workOf(['100 1_ $aReeves, Scott D.', '245 10 $aCreative jazz improvisation'])).toMatch(/^reeves scott d \//)
  expect(workOf(['100 1_ $aReeves, Scott B.,$db. 1950', '245 10 $aImprovisation'])).toMatch(/^reeves scott b \//)
})

test('nonfiction, and what a body or no one has written, keep their subtitles', () => {
  const perl = (subtitle: string) =>
    workOf(['100 1_ $aBrown, Martin C.', `245 10 $aPerl :$b${subtitle}`], { form: '0' })
  expect(perl('the complete reference')).not.toBe(perl("programmer's reference"))
  const study = (town: string) => workOf(['110 1_ $aFlood Office', `245 10 $aFlood insurance study :$b${town}`])
  expect(study('Warwick')).not.toBe(study('Coventry'))
  const census = (state: string) => workOf(['130 _0 $aCensus of housing (1970)', `245 10 $a1970 census.$p${state}`])
  expect(census('Guam')).not.toBe(census('Ohio'))
  expect(census('Guam')).toBe(census('Guam'))
})

test('a record without main entry or title has no key: a title such as Science names many works', () => {
  expect(workOf(['245 10 $aScience'])).toBe('')
  expect(workOf([pratchett])).toBe('')
  expect(workOf(['700 1_ $aPratchett, Terry', '245 10 $aScience'])).toBe('')
})

test('long runs of the same characters are read', () => {
  for (const run of ['(', ' ', 'b 1 ', 'the ', '1', ' ; ', 'graphic ', 'young '])
    workOf([`100 1_ $a${run.repeat(5_000)}`, `245 10 $aA ${run.repeat(5_000)}:$b${run.repeat(5_000)}`])
})

describe.skipIf(!hasData)('real records', () => {
  const titlesOf = new Map<string, Set<string>>()
  beforeAll(async () => {
    for (const path of dataFiles(
      'bib',
      /(?:koha_sample_bib|evergreen_concerto|camel_10|usgpo.*UTF8.*)\.(?:xml|mrc|usmarc)$/,
    ))
      for (const record of (await readAll(path)).records) {
        const { work, title } = toDocument(record)
        if (work !== '') titlesOf.set(work, (titlesOf.get(work) ?? new Set()).add(title.titlePrimary))
      }
  }, 60_000)
  const works = (title: string) => [...titlesOf].filter(([, titles]) => titles.has(title)).map(([work]) => work)

  test('a novel and its translation are one work', () => {
    expect(works('The laws')).toEqual(works('De wetten : roman'))
    expect(works('Rituals')).toEqual(works('Rituelen'))
  })

  test('two books of one author whose title is their subject are two works', () => {
    expect(works('Perl : the complete reference')).toHaveLength(1)
    expect(works('Perl : the complete reference')).not.toEqual(works("Perl : programmer's reference"))
  })

  test('reports that share a title differ', () => {
    const joined = [...titlesOf].filter(([, titles]) => titles.size > 1)
    expect(joined.filter(([work]) => /^(?:united states|national bureau|geological)/.test(work))).toEqual([])
    expect(joined.length).toBeGreaterThan(3)
  })
})
