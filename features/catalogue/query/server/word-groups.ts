/**
 * Forms of one word that people use for each other. The forms of a row are equal: any finds the others, exact ones
 * first. A form may be several words. Facts: common British and American spellings, abbreviations of English titles.
 */
const rows = `
  mt,mount
  st,saint
  dr,doctor
  mr,mister
  vs,versus
  tv,television
  ww1,wwi,world war 1,world war i,world war one,first world war
  ww2,wwii,world war 2,world war ii,world war two,second world war
  usa,united states of america
  uk,united kingdom
  spiderman,spider man
  superman,super man
  batman,bat man
  groundwater,ground water
  rainforest,rain forest
  firefighter,fire fighter
  firefighters,fire fighters
  bushfire,bush fire
  bushfires,bush fires
  bushranger,bush ranger
  bushrangers,bush rangers
  website,web site
  websites,web sites
  aeroplane,airplane
  ageing,aging
  aluminium,aluminum
  artefact,artifact
  barbecue,barbeque
  cheque,check
  cosy,cozy
  curb,kerb
  defence,defense
  disc,disk
  doughnut,donut
  draught,draft
  enrol,enroll
  fulfil,fulfill
  gaol,jail
  gray,grey
  jewellery,jewelry
  judgement,judgment
  licence,license
  manoeuvre,maneuver
  maths,math
  mould,mold
  moult,molt
  moustache,mustache
  mum,mom
  mummy,mommy
  offence,offense
  plough,plow
  practice,practise
  pretence,pretense
  programme,program
  programmes,programs
  pyjamas,pajamas
  sceptic,skeptic
  sceptical,skeptical
  skilful,skillful
  smoulder,smolder
  sulphur,sulfur
  tsar,czar
  tyre,tire
  tyres,tires
  whisky,whiskey
  wilful,willful
  woollen,woolen
  yoghurt,yogurt
`

const units = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
const tens = 'sixteen seventeen eighteen nineteen twenty'
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth'
const laterOrdinals = 'fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
const roman = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')

/** 3, iii, three, 3rd and third. “First” is too common a word to be a number. */
function numberRows(): string[][] {
  const cardinal = `${units} ${tens}`.split(' ')
  const ordinal = `${ordinals} ${laterOrdinals}`.split(' ')
  return cardinal.map((word, at) => {
    const digits = String(at + 1)
    const ending = at === 0 ? 'st' : at === 1 ? 'nd' : at === 2 ? 'rd' : 'th'
    return at === 0 ? [digits, roman[at]!, word] : [digits, roman[at]!, word, digits + ending, ordinal[at]!]
  })
}

/** Each row: forms of equal meaning, each of one or more folded words. */
export const wordGroups: readonly string[][] = [
  ['1st', 'first'],
  ...numberRows(),
  ...rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(',')),
]

const our =
  'arm|behavi|cand|clam|col|demean|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rum|sav|savi|splend|tum|val|vap|vig'
const re =
  'calib|cent|fib|goit|kilomet|centimet|millimet|lit|lust|meag|met|nit|och|sab|saltpet|scept|sep|somb|spect|theat'
const ogue = 'anal|catal|dial|epil|monol|prol|travel'
const doubled =
  'cancel|channel|counsel|dial|enamel|fuel|funnel|grovel|initial|label|level|libel|marvel|model|panel|pedal|quarrel|rival|shovel|signal|snorkel|swivel|total|towel|travel|tunnel'

/** British spelling to American, and back. */
const spellings: readonly [RegExp, string][] = [
  [new RegExp(`^((?:dis|mis|un)?(?:${our}))our(.*)$`), '$1or$2'],
  [new RegExp(`^((?:dis|mis|un)?(?:${our}))or(.*)$`), '$1our$2'],
  [new RegExp(`^(${re})re(s|d)?$`), '$1er$2'],
  [new RegExp(`^(${re})er(s|d)?$`), '$1re$2'],
  [new RegExp(`^(${ogue})ogue(s|d)?$`), '$1og$2'],
  [new RegExp(`^(${ogue})og(s|d)?$`), '$1ogue$2'],
  [new RegExp(`^(${doubled})l(ed|ing|er|ers|or|ors|ous)$`), '$1$2'],
  [new RegExp(`^(${doubled})(ed|ing|er|ers|or|ors|ous)$`), '$1l$2'],
  [/^(.{3,})is(e|ed|es|er|ers|ing|ation|ations)$/, '$1iz$2'],
  [/^(.{3,})iz(e|ed|es|er|ers|ing|ation|ations)$/, '$1is$2'],
  [/^(.{3,})ys(e|ed|es|er|ers|ing)$/, '$1yz$2'],
  [/^(.{3,})yz(e|ed|es|er|ers|ing)$/, '$1ys$2'],
  [/^(encyclop|medi|p|an|arch|pal|orthop|h|leuk|gyn)ae(.{3,})$/, '$1e$2'],
  [/^(encyclop|medi|arch|orthop|leuk)e(dia|dias|dic|dics|val|ologist|ologists|ology|ological|mia)$/, '$1ae$2'],
  [/^(p)e(diatric|diatrics|diatrician)$/, '$1ae$2'],
]

/** The British form of an American word and the other way round; most words have none. */
export function otherSpellings(word: string): string[] {
  if (word.length < 5) return []
  return spellings.flatMap(([pattern, to]) => (pattern.test(word) ? [word.replace(pattern, to)] : []))
}
