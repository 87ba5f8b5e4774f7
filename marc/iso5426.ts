/**
 * ISO 5426, the Latin set of UNIMARC and many European systems: signs at A1 to BF, marks in front of their letter at C0 to
 * DF, letters at E1 to FC. Source: ISO 5426:1983 in ISO/IEC 10646 (JTC1/SC2/WG3 mapping); a blank is no character.
 */
const signs = '¡„£$¥†§′‘“«♭©℗®ʻʼ‚   ‡·″’”»♯ʹʺ¿'
const marks =
  '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0315\u0312\u030b\u031b\u030c' +
  '\u0327\u031c\u0326\u0328\u0325\u032e\u0323\u0324\u0332\u0333\u0329\u032d \ufe20\ufe21\ufe23'
const letters = ' ÆĐ   Ĳ ŁØŒ Þ    æđð ıĳ łøœßþ   '

/** Text of bytes (one character a byte); U+FFFD where the set has none. */
export function iso5426ToUnicode(bytes: string): string {
  let text = ''
  let before = ''
  for (const character of bytes) {
    const code = character.charCodeAt(0)
    const mark = code >= 0xc0 && code <= 0xdf ? marks[code - 0xc0]! : ' '
    if (mark !== ' ') {
      before += mark
      continue
    }
    text += characterOf(code) + before
    before = ''
  }
  return (text + before).normalize('NFC')
}

function characterOf(code: number): string {
  if (code < 0x80) return String.fromCharCode(code)
  // Begin and end of what is not sorted (UNIMARC).
  if (code === 0x88 || code === 0x89) return ''
  const found = code >= 0xe0 ? letters[code - 0xe0]! : code >= 0xa1 && code < 0xc0 ? signs[code - 0xa1]! : ' '
  return found === ' ' ? '\ufffd' : found
}
