import { normalised } from '#kit/normalised.ts'

/**
 * Letters beyond ASCII in the European languages and in romanisations, with their usual neighbours: how common the
 * letter is (0 to 3), what may follow, what may precede. `C` is any consonant, `V` any vowel, `$` the end of a word, `^`
 * its start; other letters are meant themselves, with or without marks.
 */
const table = `
à 3 C$ C^iu|á 3 C$iu C^eiuy|â 3 C$i C^ié|ä 3 C$äiyuöe C^äiyeö|å 3 C$ei C^jiu|ã 3 $oens C^i
æ 3 C$iueo C^jea|ā 2 C$iueo C^iueo|ă 2 C$iu C^iue|ą 2 C$ C^i|œ 2 Cu C^
é 3 bcdfghjklmnpqrstvx$eaoiu C^ieouay|è 3 C$ C^iuy|ê 3 C$a C^iuo|ë 2 C$ C^aeiou|ē 2 C$iu C^iua|ě 2 C$ bdfmnptv|ę 2 C$ C^i|ė 2 C$ C^iae
í 3 C$aoue C^aueo|ì 2 $tsae C^y|î 2 C$ C^aou|ï 2 C$ea C^aoue|ī 2 C$aouey C^aoue|ı 2 C$ C^aıiu|į 1 C$ao C^aeu
ó 3 C$iaeu C^eiua|ò 3 C$ C^iu|ô 3 C$a C^i|ö 3 C$öiyue C^öyieä|õ 3 C$eõiua C^õ|ø 3 C$yei C^iø|ō 2 C$iuea C^iuea|ő 2 C$iae C^ei
ú 3 C$aoie C^aeio|ù 3 $ C^ioau|û 3 C$ C^oae|ü 3 C$eiay C^aei|ū 2 C$aie C^aieo|ů 2 C$ C|ű 2 C$ei C^i|ų 2 C$i C^i|ŭ 1 C$ Caei
ý 2 C$ai C^aou|ÿ 1 C$ Cau
ç 3 V$dklmnt V^rln|ñ 3 V V^j|ß 3 CV$ V|ł 2 CV$ CV^|ð 2 CV$ CV|þ 3 CV CV^|đ 2 CV$ CV^
č 2 CV$ CV^|ć 2 CV$ CV^|ĉ 1 V CV^|ĝ 1 V CV^|ğ 2 CV$ V|ĥ 1 V CV^|ĵ 1 V CV^|ŝ 1 V CV^
ď 1 C$aou CV^|ľ 1 C$aou CV^|ĺ 1 C C|ŕ 1 C C|ň 1 C$aou aeouylprvz|ń 2 C$ V|ř 2 C$aeiou Vbdghjkmpstvz^|š 2 CV$ CV^|ś 2 CV$ CV^|ş 2 CV$ CV^|ș 2 CV$ CV^
ť 1 C$aou CV^|ţ 2 CV$ CV^|ț 2 CV$ CV^|ž 2 CV$ CV^|ź 2 CV$ CV^|ż 2 CV$ CV^|ģ 1 CV$ CV^|ķ 1 CV$ CV^|ļ 1 CV$ CV^|ņ 1 CV$ CV
ḥ 1 CV$ CV^|ṣ 1 CV$ CV^|ṭ 1 CV$ CV^|ḍ 1 CV$ CV^|ẓ 1 CV$ CV^|ṇ 1 CV$ V|ṅ 1 CV$ V|ṃ 1 CV$ V|ṛ 1 CV$ CV^|ḷ 1 CV$ CV^|ẏ 1 CV$ CV^
ġ 1 CV$ CV^|ḵ 1 CV$ CV^|ḏ 1 CV$ CV^|ẕ 1 CV$ CV^|ŏ 1 C$iu C^yeu|ĭ 1 C$ aeiouy|ơ 1 CV$ CV^|ư 1 CV$ CV^|ạ 1 CV$ CV^|ọ 1 CV$ CV^
ụ 1 CV$ CV^|ẹ 1 CV$ CV^|ị 1 CV$ CV^|ả 1 CV$ CV^|ấ 1 C$ CV^|ầ 1 C$ CV^|ế 1 C$ CV^|ề 1 C$ CV^|ệ 1 C$ CV^|ộ 1 C$ CV^|ố 1 C$ CV^|ồ 1 C$ CV^`

type Context = { weight: number; next: string; before: string }
const contexts = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((row): [string, Context] => {
      const [letter = '', weight, next = '', before = ''] = row.split(' ')
      return [letter, { weight: Number(weight), next, before }]
    }),
)

const isLetter = (character: string) => /^\p{L}/u.test(character)

const weights = new Map<string, number>()

/** How likely a Latin letter beyond ASCII is between these characters; blanks are beside a word. */
export function letterWeight(before: string, letter: string, next: string): number {
  const key = before + letter + next
  const known = weights.get(key)
  if (known !== undefined) return known
  const weight = weightOf(before, letter, next)
  if (weights.size < 5000) weights.set(key, weight)
  return weight
}

function weightOf(before: string, letter: string, next: string): number {
  const context = contexts.get(letter.toLowerCase())
  if (!context) return letter > '\u017f' && normalised(letter, 'NFD').length > 1 ? -1 : -2
  // A word of one letter, at most.
  if (!isLetter(before) && !isLetter(next))
    return before === ' ' && next === ' ' && /[àáèéêòóôöåæøıý]/i.test(letter) ? 1 : 0
  const fitsNext = fits(next, context.next, '$')
  const fitsBefore = fits(before, context.before, '^')
  return context.weight - (fitsNext ? 0 : 4) - (fitsBefore ? 0 : 4)
}

function fits(neighbour: string, allowed: string, edge: string): boolean {
  if (!isLetter(neighbour)) return allowed.includes(edge)
  const letter = neighbour.toLowerCase()
  const base = normalised(letter, 'NFD').charAt(0)
  const isVowel = /^[aeiouyæœøı]/.test(base)
  return allowed.includes(isVowel ? 'V' : 'C') || allowed.includes(letter) || allowed.includes(base)
}
