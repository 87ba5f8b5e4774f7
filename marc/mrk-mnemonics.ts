/**
 * The mnemonics of MARCMaker and MARCBreaker (Library of Congress, conversion table of version 2.5) as bytes of MARC-8:
 * `{eacute}`, `{acute}e`, `{dollar}`, `{E2}`. What MARC-8 lacks comes as that table has it: `{frac12}` is 1/2, and Cyrillic
 * letters are romanised (ALA-LC).
 */
export function mnemonicBytes(name: string): string | undefined {
  const found = named.get(name)
  if (found !== undefined) return found
  if (/^[A-Za-z0-9]$/.test(name)) return name
  if (/^[0-9A-F]{2}$/.test(name)) return String.fromCharCode(Number.parseInt(name, 16))
  const [, letter, mark] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? []
  const combining = mark && onLetters.has(mark) ? named.get(mark) : undefined
  return combining && combining + letter
}

/** Hexadecimal bytes, then the names that mean them. */
const table = `
1B esc; 1D gs; 1E rs; 1F us; 20 space; 21 excl; 22 quot laquo raquo ldquo rdquofh rdquor rdquo; 23 num; 24 dollar
25 percnt; 26 amp; 27 apos lsquo lsquor rsquo rsquor; 28 lpar; 29 rpar; 2A ast bull curren; 2B plus; 2C comma
2D hyphen shy; 2D2D mdash ndash; 2E period; 2E2E2E hellip; 2F sol divide; 312F32 frac12; 312F34 frac14; 332F34 frac34
3A colon; 3B semi; 3C lt; 3D equals; 3E gt; 3F quest; 40 commat; 5B lsqb; 5C bsol; 5D rsqb; 5E spcirc; 5F spundscr
60 spgrave; 7B lcub; 7C pipe verbar brvbar Dagger dagger para sect squf; 7D rcub; 7E sptilde; 28546D29 trade
8D joiner; 8E nonjoin; A1 Lstrok; A2 Ostrok; A3 Dstrok ETH DJEcy; A4 THORN; A5 AElig; A6 OElig
A7 softsign mlprime SOFTcy softcy; A8 middot; A9 flat; AA reg; AB plusmn; AC Ohorn; AD Uhorn; AE alif mlrhring
B0 ayn mllhring; B1 lstrok; B2 ostrok; B3 dstrok djecy; B4 thorn; B5 aelig; B6 oelig; B7 hardsign mlPrime HARDcy hardcy
B8 inodot; B9 pound; BA eth; BC ohorn; BD uhorn; C0 deg; C1 scriptl; C2 phono; C3 copy; C4 sharp; C5 iquest; C6 iexcl
E0 hooka; E1 grave; E2 acute; E3 circ; E4 tilde; E5 macr; E6 breve; E7 dot; E8 uml diaer; E9 caron; EA ring ea; EB llig
EC rlig; ED rcommaa; EE dblac; EF candra; F0 cedil; F1 ogon hookr; F2 dotb vlineb; F3 dbldotb; F4 ringb circb
F5 dblunder; F6 under; F7 commab hookl; F8 rcedil; F9 breveb; FA ldbltil; FB rdbltil; FE commaa
2833 arab; 2431 cjk; 284E cyril; 67 greek ggr; 2832 hebrew; 2842 latin; 62 sub bgr; 70 super
1B70311B73 sup1; 1B70321B73 sup2; 1B70331B73 sup3; 61 asuper ordf agr; 6F osuper ordm; 63 cent; 66 fnof; 59 yen
78 times; 7373 szlig; 494A IJlig; 696A ijlig; 4E6F2E No
41 Acy; 61 acy; 42 Bcy; 62 bcy; 4368 CHcy; 6368 chcy; 44 Dcy; 64 dcy; 447A DZEcy; 647A dzecy; 44E97A DZHEcy
64E97A dzhecy; E745 Ecy; E765 ecy; 46 Fcy; 66 fcy; 47 Gcy GEcy GHcy; 67 gcy gecy ghcy; E247 GJEcy; E267 gjecy; 48 Hcy
68 hcy; 49 Icy YIcy; 69 icy yicy; EB49EC45 IEcy; EB69EC65 iecy; EB49EC4F IOcy; EB69EC6F iocy; E849 Iumlcy JIcy
E869 iumlcy jicy; 59 IYcy Ycy; 79 iycy ycy; E649 Jcy; E669 jcy; 4A JEcy; 6A jecy; 4B Kcy; 6B kcy; 4B68 KHcy; 6B68 khcy
E24B KJEcy; E26B kjecy; 4C Lcy; 6C lcy; 4C6A LJEcy; 6C6A ljecy; 4D Mcy; 6D mcy; 4E Ncy; 6E ncy; 4E6A NJEcy; 6E6A njecy
4F Ocy; 6F ocy; 50 Pcy; 70 pcy; 52 Rcy; 72 rcy; 53 Scy; 73 scy; 53686368 SHCHcy; 73686368 shchcy; 5368 SHcy; 7368 shcy
54 Tcy; 74 tcy; EB54EC53 TScy; EB74EC73 tscy; E243 TSHEcy; E263 tshecy; E655 Ubrevecy; E675 ubrevecy; 55 Ucy; 75 ucy
56 Vcy; 76 vcy; EB49EC41 YAcy; EB69EC61 yacy; 45 YEcy; 65 yecy; EB49EC55 YUcy; EB69EC75 yucy; 5A Zcy; 7A zcy; 5A68 ZHcy
7A68 zhcy; EB5AEC68 ZHuacy; EB7AEC68 zhuacy`

const named = new Map<string, string>()
for (const entry of table.trim().split(/;\s*|\n/)) {
  const [hex = '', ...names] = entry.split(' ')
  for (const name of names) named.set(name, Buffer.from(hex, 'hex').toString('latin1'))
}

/** Marks whose name behind a letter's is the letter with the mark: `Aacute`, `scommab`. */
const onLetters = new Set(
  'acute breve caron cedil circ commab dblac dot grave hookr macr ogon ring tilde uml'.split(' '),
)
